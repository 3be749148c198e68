//! Whether this processor has what the binary was compiled for. Asked before anything else, so
//! that a wrong download says so instead of dying of an illegal instruction.

/// Instruction sets that the binary was compiled for and this processor lacks.
///
/// The standard detection macro answers without looking wherever the compiler was promised the
/// feature, so the processor is asked directly.
#[must_use]
pub fn missing() -> Vec<&'static str> {
    #[cfg(target_arch = "x86_64")]
    return x86::missing();
    #[cfg(not(target_arch = "x86_64"))]
    Vec::new()
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::__cpuid_count;

    /// Where the processor tells of a feature: leaf (its subleaf is 0) and register, then a bit.
    #[derive(Clone, Copy)]
    enum Word {
        /// Leaf 1, ECX.
        Basic,
        /// Leaf 7, EBX.
        Extended,
        /// Leaf 7, ECX.
        Further,
        /// Leaf 8000_0001h, ECX.
        Amd,
    }

    fn has(word: Word, bit: u32) -> bool {
        let (leaf, highest) = match word {
            Word::Basic => (1, __cpuid_count(0, 0).eax),
            Word::Extended | Word::Further => (7, __cpuid_count(0, 0).eax),
            Word::Amd => (0x8000_0001, __cpuid_count(0x8000_0000, 0).eax),
        };
        if leaf > highest {
            return false;
        }
        let answer = __cpuid_count(leaf, 0);
        let bits = match word {
            Word::Extended => answer.ebx,
            Word::Basic | Word::Further | Word::Amd => answer.ecx,
        };
        bits >> bit & 1 != 0
    }

    /// Bits as in the processor makers' manuals, under CPUID.
    pub(super) fn missing() -> Vec<&'static str> {
        let mut missing = Vec::new();
        macro_rules! need {
            ($($feature:tt at $word:ident $bit:literal),* $(,)?) => {
                $(
                    if cfg!(target_feature = $feature) && !has(Word::$word, $bit) {
                        missing.push($feature);
                    }
                )*
            };
        }
        need![
            "sse3" at Basic 0,
            "ssse3" at Basic 9,
            "fma" at Basic 12,
            "sse4.1" at Basic 19,
            "sse4.2" at Basic 20,
            "movbe" at Basic 22,
            "popcnt" at Basic 23,
            "avx" at Basic 28,
            "f16c" at Basic 29,
            "bmi1" at Extended 3,
            "avx2" at Extended 5,
            "bmi2" at Extended 8,
            "avx512f" at Extended 16,
            "avx512dq" at Extended 17,
            "adx" at Extended 19,
            "avx512cd" at Extended 28,
            "avx512bw" at Extended 30,
            "avx512vl" at Extended 31,
            "avx512vbmi" at Further 1,
            "avx512vbmi2" at Further 6,
            "avx512vnni" at Further 11,
            "avx512bitalg" at Further 12,
            "avx512vpopcntdq" at Further 14,
            "lzcnt" at Amd 5,
        ];
        missing
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_tests_run_on_the_processor_they_were_built_for() {
        assert_eq!(super::missing(), Vec::<&str>::new());
    }
}
