//! Checks at start that this CPU has the instruction sets that the binary was compiled for, so that
//! a wrong build prints a message instead of failing with an illegal instruction. Which of several builds suits it.

/// What an x86-64 build asks for: a level of the System V ABI, the last one with an extension that the network uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// SSE 4.2 and POPCNT, about 2009; also everything below it.
    V2,
    /// AVX2 and BMI2, about 2013.
    V3,
    /// AVX-512, about 2017.
    V4,
    /// AVX-512 with VNNI, about 2019.
    Vnni,
}

impl Level {
    /// All levels, from the lowest up.
    pub const ALL: [Self; 4] = [Self::V2, Self::V3, Self::V4, Self::Vnni];

    /// The level that this binary was compiled for.
    pub const COMPILED: Self =
        if cfg!(all(target_feature = "avx512vl", target_feature = "avx512vnni")) {
            Self::Vnni
        } else if cfg!(target_feature = "avx512vl") {
            Self::V4
        } else if cfg!(target_feature = "bmi2") {
            Self::V3
        } else {
            Self::V2
        };

    /// Its name, which begins with the `target-cpu` of the compiler.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::V2 => "x86-64-v2",
            Self::V3 => "x86-64-v3",
            Self::V4 => "x86-64-v4",
            Self::Vnni => "x86-64-v4+avx512vnni",
        }
    }

    /// The level with a name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }

    /// Whether this CPU and its system have the instructions. False on other architectures.
    #[must_use]
    pub fn is_supported(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        {
            macro_rules! has {
                ($($feature:tt)*) => { $(std::arch::is_x86_feature_detected!($feature))&&* };
            }
            match self {
                Self::V2 => has!("sse3" "ssse3" "sse4.1" "sse4.2" "popcnt" "cmpxchg16b"),
                Self::V3 => {
                    has!("avx" "avx2" "bmi1" "bmi2" "f16c" "fma" "lzcnt" "movbe")
                        && Self::V2.is_supported()
                }
                Self::V4 => {
                    has!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl")
                        && Self::V3.is_supported()
                }
                Self::Vnni => has!("avx512vnni") && Self::V4.is_supported(),
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        false
    }

    /// The level whose build is the fastest on this CPU. AMD's before Zen 3 have BMI2 but take dozens of cycles for
    /// PEXT, with which builds from [`Level::V3`] up look up the attacks of sliders.
    #[must_use]
    pub fn fastest() -> Self {
        let best = Self::ALL.into_iter().rfind(|level| level.is_supported()).unwrap_or(Self::V2);
        if has_slow_pext() { best.min(Self::V2) } else { best }
    }
}

#[cfg(target_arch = "x86_64")]
fn has_slow_pext() -> bool {
    use std::arch::x86_64::__cpuid;
    let is_amd = [0x6874_7541, 0x6f67_7948].contains(&__cpuid(0).ebx);
    let version = __cpuid(1).eax;
    let family =
        (version >> 8 & 15) + if version >> 8 & 15 == 15 { version >> 20 & 255 } else { 0 };
    // The first letters of `AuthenticAMD` and `HygonGenuine`; Excavator, Zen and Zen 2, and Hygon's Zen.
    is_amd && [0x15, 0x17, 0x18].contains(&family)
}

#[cfg(not(target_arch = "x86_64"))]
fn has_slow_pext() -> bool {
    false
}

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
    use super::Level;

    #[test]
    fn this_cpu_has_every_compiled_feature() {
        assert_eq!(super::missing_features(), Vec::<&str>::new());
    }

    #[test]
    fn levels_are_found_by_name_and_this_cpu_has_the_compiled_one() {
        for level in Level::ALL {
            assert_eq!(Level::find(level.name()), Some(level));
            assert!(
                level > Level::COMPILED || level.is_supported() || !cfg!(target_arch = "x86_64")
            );
        }
        assert_eq!(Level::find("x86-64"), None);
    }
}
