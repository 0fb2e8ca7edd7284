//! The table of machines: every target of Debian's `llc` whose allocator can be chosen.

use Feature::*;

/// What only some machines have; generated IR is without the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// Floating point and vectors, in registers or taken apart.
    Floats,
    /// Integers of several registers, and calls with arguments on the stack.
    Wide,
    /// Atomic exchanges.
    Atomics,
    /// Stack objects of a size or an alignment that is known only at run time or is large, and
    /// functions with a variable number of arguments.
    Frames,
    /// `invoke` with a landing pad.
    LandingPads,
    /// `invoke` with the pads of Windows, which become functions of their own.
    Funclets,
    /// Patchpoints and stack maps.
    StackMaps,
    /// Statepoints of a garbage collector.
    Statepoints,
    /// Vectors whose length is the machine's.
    Scalable,
    /// GlobalISel beside SelectionDAG.
    GlobalIsel,
}

/// A machine, before its variants are words.
pub struct Row {
    /// What it is called.
    pub name: &'static str,
    /// LLVM's triple.
    pub triple: &'static str,
    /// Further arguments of `llc`, one text for each variant.
    pub variants: &'static [&'static str],
    /// The size in bits of a general register.
    pub word: u32,
    /// What generated IR may have.
    pub features: &'static [Feature],
    /// Calling conventions besides C's.
    pub conventions: &'static [&'static str],
}

const SMALL: &[Feature] = &[Wide, Frames];
const SCALAR: &[Feature] = &[Wide, Frames, Atomics, LandingPads];
const UNIX: &[Feature] = &[Wide, Frames, Floats, Atomics, LandingPads];
const UNIX_ISEL: &[Feature] = &[Wide, Frames, Floats, Atomics, LandingPads, GlobalIsel];
const MAPS: &[Feature] = &[Wide, Frames, Floats, Atomics, LandingPads, StackMaps];
const ALL: &[Feature] =
    &[Wide, Frames, Floats, Atomics, LandingPads, StackMaps, Statepoints, GlobalIsel];
const VECTOR: &[Feature] = &[Wide, Frames, Floats, Atomics, LandingPads, Scalable, GlobalIsel];
const WINDOWS: &[Feature] = &[Wide, Frames, Floats, Atomics, Funclets];

const FAST: &[&str] = &["fastcc"];
const PLAIN: &[&str] = &["fastcc", "coldcc"];
const SWIFT: &[&str] = &["fastcc", "swiftcc", "swifttailcc", "preserve_mostcc", "preserve_allcc"];
const AARCH64: &[&str] = &[
    "fastcc",
    "swiftcc",
    "swifttailcc",
    "preserve_mostcc",
    "preserve_allcc",
    "cxx_fast_tlscc",
    "aarch64_vector_pcs",
    "tailcc",
    "preserve_nonecc",
];
const ARM: &[&str] = &["fastcc", "swiftcc", "arm_aapcscc", "cxx_fast_tlscc"];
const X86_64: &[&str] = &[
    "fastcc",
    "coldcc",
    "swiftcc",
    "swifttailcc",
    "preserve_mostcc",
    "preserve_allcc",
    "preserve_nonecc",
    "cxx_fast_tlscc",
    "x86_regcallcc",
    "win64cc",
    "x86_64_sysvcc",
    "tailcc",
];
const I386: &[&str] =
    &["fastcc", "x86_fastcallcc", "x86_stdcallcc", "x86_regcallcc", "x86_vectorcallcc", "swiftcc"];
const WIN64: &[&str] = &["fastcc", "x86_vectorcallcc", "x86_regcallcc", "x86_64_sysvcc"];

const fn row(
    name: &'static str,
    triple: &'static str,
    variants: &'static [&'static str],
    word: u32,
    features: &'static [Feature],
    conventions: &'static [&'static str],
) -> Row {
    Row { name, triple, variants, word, features, conventions }
}

/// For machines whose code LLVM's verifier never takes, whichever allocator there is.
const UNVERIFIED: &str = "-verify-machineinstrs=false";
/// For machines of whose code LLVM often makes no object file.
const AS_TEXT: &str = "-filetype=asm";

const AVR: &[&str] = &[
    "-mcpu=atmega328p -verify-machineinstrs=false",
    "-mcpu=atmega2560 -verify-machineinstrs=false",
];
const M68K: &[&str] =
    &["-mcpu=M68020 -verify-machineinstrs=false", "-mcpu=M68000 -verify-machineinstrs=false"];
const RV32: &[&str] = &[
    "-mattr=+m,+a,+f,+d,+c -target-abi=ilp32d",
    "-mattr=+m,+zilsd",
    "-mattr=+e -target-abi=ilp32e",
    "-mattr=+m,+a,+zdinx,+zbb",
];
const RV64: &[&str] = &[
    "-mattr=+m,+a,+f,+d,+c -target-abi=lp64d",
    "-mattr=+m,+a,+f,+d,+c,+v -target-abi=lp64d",
    "-mattr=+m,+e -target-abi=lp64e",
    "-mattr=+m,+a,+f,+d,+zca,+zcmp,+zbb,+zicond -target-abi=lp64d",
];
const RVV: &[&str] = &["-mattr=+m,+a,+f,+d,+c,+v -target-abi=lp64d"];
const X86: &[&str] = &[
    "",
    "-mattr=+avx2",
    "-mattr=+avx512f,+avx512vl,+avx512bw",
    "-mattr=-sse,-sse2,+soft-float",
    "-mattr=+egpr,+ndd,+ppx",
];

/// In the order in which they are tried.
pub const MACHINES: [Row; 49] = [
    row("x86-64", "x86_64-linux-gnu", X86, 64, ALL, X86_64),
    row("x32", "x86_64-linux-gnux32", &["", "-mattr=+avx"], 64, UNIX, PLAIN),
    row("win64", "x86_64-pc-windows-msvc", &["", "-mattr=+avx512f"], 64, WINDOWS, WIN64),
    row("i386", "i686-linux-gnu", &["-mattr=+sse2", "-mattr=+avx2", ""], 32, UNIX_ISEL, I386),
    row("win32", "i686-pc-windows-msvc", &["", "-mattr=+avx"], 32, WINDOWS, I386),
    row("aarch64", "aarch64-linux-gnu", &["", "-mattr=+sve2", "-mattr=+lse"], 64, ALL, AARCH64),
    row("sve", "aarch64-linux-gnu", &["-mattr=+sve2", "-mattr=+sve2p1,+sme2"], 64, VECTOR, AARCH64),
    row("aarch64_be", "aarch64_be-linux-gnu", &[""], 64, UNIX, AARCH64),
    row("macos", "arm64-apple-macosx", &["", "-mattr=+sme,+sve"], 64, ALL, AARCH64),
    row("arm64_32", "arm64_32-apple-watchos", &[""], 64, UNIX, SWIFT),
    row("winarm64", "aarch64-pc-windows-msvc", &["", "-mattr=+sve"], 64, WINDOWS, FAST),
    row("arm", "armv7-linux-gnueabihf", &["-mattr=+neon", "-mattr=+neon,+lob"], 32, UNIX_ISEL, ARM),
    row("armeb", "armebv7-linux-gnueabi", &["", "-mattr=+vfp4"], 32, UNIX, ARM),
    row("armv4", "armv4t-none-eabi", &["-float-abi=soft"], 32, UNIX, FAST),
    row("thumb", "thumbv7-linux-gnueabihf", &["-mattr=+neon"], 32, UNIX_ISEL, ARM),
    row("mve", "thumbv8.1m.main-none-eabihf", &["-mattr=+mve.fp,+lob"], 32, UNIX, FAST),
    row("thumbv6m", "thumbv6m-none-eabi", &[""], 32, SMALL, FAST),
    row("avr", "avr", AVR, 8, SMALL, &[]),
    row("bpf", "bpfel", &["-mcpu=v4", "-mcpu=v3"], 64, &[], &[]),
    row("hexagon", "hexagon-unknown-elf", &["", "-mattr=+hvxv66,+hvx-length128b"], 32, UNIX, PLAIN),
    row("lanai", "lanai", &[UNVERIFIED], 32, SMALL, FAST),
    row("loongarch32", "loongarch32-linux-gnu", &["-mattr=+f,+d"], 32, UNIX, PLAIN),
    row("loongarch64", "loongarch64-linux-gnu", &["-mattr=+d", "-mattr=+lasx"], 64, UNIX, PLAIN),
    row("m68k", "m68k-linux-gnu", M68K, 32, SMALL, FAST),
    row("mips", "mips-linux-gnu", &["-mcpu=mips32r2", "-mcpu=mips32r6"], 32, UNIX_ISEL, PLAIN),
    row("mipsel", "mipsel-linux-gnu", &["-mcpu=mips32r5 -mattr=+fp64,+msa"], 32, UNIX_ISEL, PLAIN),
    row(
        "mips16",
        "mips-linux-gnu",
        &["-mcpu=mips32r2 -mattr=+mips16 -filetype=asm"],
        32,
        SMALL,
        PLAIN,
    ),
    row(
        "micromips",
        "mips-linux-gnu",
        &["-mcpu=mips32r2 -mattr=+micromips -filetype=asm"],
        32,
        UNIX,
        PLAIN,
    ),
    row("mips64", "mips64-linux-gnu", &["", "-mcpu=mips64r6 -mattr=+msa"], 64, UNIX, PLAIN),
    row("mips64el", "mips64el-linux-gnu", &["-mcpu=mips64r2", "-target-abi=n32"], 64, UNIX, PLAIN),
    row("msp430", "msp430", &["", "-mhwmult=16bit"], 16, SMALL, &[]),
    row("powerpc", "powerpc-linux-gnu", &["", "-mcpu=e500 -mattr=+spe"], 32, UNIX, PLAIN),
    row("powerpc64", "powerpc64-linux-gnu", &["", "-mcpu=pwr9"], 64, MAPS, PLAIN),
    row("powerpc64le", "powerpc64le-linux-gnu", &["", "-mcpu=pwr10"], 64, MAPS, PLAIN),
    row("aix", "powerpc64-ibm-aix", &["-mcpu=pwr9", "-mcpu=pwr10"], 64, UNIX, FAST),
    row("aix32", "powerpc-ibm-aix", &["-mcpu=pwr8"], 32, UNIX, FAST),
    row("riscv32", "riscv32-linux-gnu", RV32, 32, UNIX_ISEL, FAST),
    row("riscv64", "riscv64-linux-gnu", RV64, 64, ALL, SWIFT),
    row("rvv", "riscv64-linux-gnu", RVV, 64, VECTOR, FAST),
    row("riscv64be", "riscv64be-linux-gnu", &["-mattr=+m,+a"], 64, UNIX, FAST),
    row("sparc", "sparc-linux-gnu", &["", "-mcpu=leon3"], 32, UNIX, PLAIN),
    row("sparcel", "sparcel-none-elf", &[""], 32, UNIX, PLAIN),
    row("sparc64", "sparcv9-linux-gnu", &["", "-mattr=+vis3"], 64, UNIX, PLAIN),
    row("systemz", "s390x-linux-gnu", &["", "-mcpu=z14"], 64, MAPS, &["fastcc", "swiftcc"]),
    row("zos", "s390x-ibm-zos", &["-mcpu=z15"], 64, UNIX, FAST),
    row("ve", "ve-linux-gnu", &[UNVERIFIED], 64, SCALAR, PLAIN),
    row("xcore", "xcore", &[AS_TEXT], 32, SMALL, FAST),
    row("xtensa", "xtensa", &[AS_TEXT, "-mattr=+windowed,+density -filetype=asm"], 32, SMALL, &[]),
    row("winarm", "thumbv7-pc-windows-msvc", &[""], 32, &[Wide, Frames, Floats], FAST),
];
