//! Checks at start that this CPU has the instruction sets that the binary was compiled for, so that
//! a wrong build prints a message instead of failing with an illegal instruction.

/// Instruction sets that the binary was compiled for and that this CPU lacks.
///
/// `is_x86_feature_detected!` is always true for a feature that is enabled at compile time, so this
/// reads CPUID directly.
#[must_use]
pub fn missing_features() -> Vec<&'static str> {
    #[cfg(target_arch = "x86_64")]
    return x86::missing_features();
    #[cfg(not(target_arch = "x86_64"))]
    Vec::new()
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::__cpuid_count;

    /// A CPUID leaf (with subleaf 0) and one of its registers.
    #[derive(Clone, Copy)]
    enum CpuidRegister {
        Leaf1Ecx,
        Leaf7Ebx,
        Leaf7Ecx,
        /// Leaf 8000_0001h.
        ExtendedLeaf1Ecx,
    }

    fn cpuid_bit(register: CpuidRegister, bit: u32) -> bool {
        let (leaf, highest) = match register {
            CpuidRegister::Leaf1Ecx => (1, __cpuid_count(0, 0).eax),
            CpuidRegister::Leaf7Ebx | CpuidRegister::Leaf7Ecx => (7, __cpuid_count(0, 0).eax),
            CpuidRegister::ExtendedLeaf1Ecx => (0x8000_0001, __cpuid_count(0x8000_0000, 0).eax),
        };
        if leaf > highest {
            return false;
        }
        let cpuid = __cpuid_count(leaf, 0);
        let bits = match register {
            CpuidRegister::Leaf7Ebx => cpuid.ebx,
            CpuidRegister::Leaf1Ecx | CpuidRegister::Leaf7Ecx | CpuidRegister::ExtendedLeaf1Ecx => {
                cpuid.ecx
            }
        };
        bits >> bit & 1 != 0
    }

    /// The bits are those of the Intel and AMD manuals for CPUID.
    pub(super) fn missing_features() -> Vec<&'static str> {
        let mut missing = Vec::new();
        macro_rules! check {
            ($($feature:tt at $register:ident $bit:literal),* $(,)?) => {
                $(
                    if cfg!(target_feature = $feature) && !cpuid_bit(CpuidRegister::$register, $bit) {
                        missing.push($feature);
                    }
                )*
            };
        }
        check![
            "sse3" at Leaf1Ecx 0,
            "ssse3" at Leaf1Ecx 9,
            "fma" at Leaf1Ecx 12,
            "sse4.1" at Leaf1Ecx 19,
            "sse4.2" at Leaf1Ecx 20,
            "movbe" at Leaf1Ecx 22,
            "popcnt" at Leaf1Ecx 23,
            "avx" at Leaf1Ecx 28,
            "f16c" at Leaf1Ecx 29,
            "bmi1" at Leaf7Ebx 3,
            "avx2" at Leaf7Ebx 5,
            "bmi2" at Leaf7Ebx 8,
            "avx512f" at Leaf7Ebx 16,
            "avx512dq" at Leaf7Ebx 17,
            "adx" at Leaf7Ebx 19,
            "avx512cd" at Leaf7Ebx 28,
            "avx512bw" at Leaf7Ebx 30,
            "avx512vl" at Leaf7Ebx 31,
            "avx512vbmi" at Leaf7Ecx 1,
            "avx512vbmi2" at Leaf7Ecx 6,
            "avx512vnni" at Leaf7Ecx 11,
            "avx512bitalg" at Leaf7Ecx 12,
            "avx512vpopcntdq" at Leaf7Ecx 14,
            "lzcnt" at ExtendedLeaf1Ecx 5,
        ];
        missing
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn this_cpu_has_every_compiled_feature() {
        assert_eq!(super::missing_features(), Vec::<&str>::new());
    }
}
