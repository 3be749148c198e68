//! Checks at start that this CPU has the instruction sets that the binary was compiled for, so that
//! a wrong build prints a message instead of failing with an illegal instruction.

/// Instruction sets that the binary was compiled for and that this CPU lacks.
///
/// `is_x86_feature_detected!` is always true for a feature that is enabled at compile time, so this
/// reads CPUID directly. The bits are those of the Intel and AMD manuals.
#[must_use]
pub fn missing_features() -> Vec<&'static str> {
    #[allow(unused_mut, reason = "other processors have no such features")]
    let mut missing = Vec::new();
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::__cpuid_count;
        // A leaf that the CPU does not have counts as empty.
        macro_rules! check {
            ($leaf:literal $register:ident: $($feature:literal $bit:literal),*) => {
                let has_leaf = $leaf <= __cpuid_count($leaf & 0x8000_0000, 0).eax;
                let bits = if has_leaf { __cpuid_count($leaf, 0).$register } else { 0 };
                $(if cfg!(target_feature = $feature) && bits >> $bit & 1 == 0 {
                    missing.push($feature);
                })*
            };
        }
        check!(1 ecx: "sse3" 0, "ssse3" 9, "fma" 12, "sse4.1" 19, "sse4.2" 20, "movbe" 22, "popcnt" 23,
            "avx" 28, "f16c" 29);
        check!(7 ebx: "bmi1" 3, "avx2" 5, "bmi2" 8, "avx512f" 16, "avx512dq" 17, "adx" 19,
            "avx512cd" 28, "avx512bw" 30, "avx512vl" 31);
        check!(7 ecx: "avx512vbmi" 1, "avx512vbmi2" 6, "avx512vnni" 11, "avx512bitalg" 12,
            "avx512vpopcntdq" 14);
        check!(0x8000_0001 ecx: "lzcnt" 5);
    }
    missing
}

#[cfg(test)]
mod tests {
    #[test]
    fn this_cpu_has_every_compiled_feature() {
        assert_eq!(super::missing_features(), Vec::<&str>::new());
    }
}
