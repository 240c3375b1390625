/// Makes a crate a pack: linked, it is found by every program that it is part of; built as a shared library, it is loaded by
/// `kawara-native`.
///
/// Takes the name of the [`Pack`](kawara_core::Pack) static. Linked is all that it is unless the compiler is given
/// `--cfg kawara_dylib`, which `cargo rustc` gives to this crate alone: so packs may depend on packs, and any number of them be part of one program.
///
/// Content types cannot cross: a pack with readers does not compile as a library. A panic of the pack does not leave the library; with
/// `panic = "abort"` in its profile it would end the program, so such a library does not compile.
#[macro_export]
macro_rules! kawara_pack {
    ($pack:path) => {
        $crate::kawara_core::inventory::submit! { $crate::kawara_core::Submitted(&$pack) }

        #[allow(unexpected_cfgs, reason = "the compiler is told of it when a library is built")]
        const _: () = {
            #[cfg(kawara_dylib)]
            const _: () = assert!(
                $pack.reader_entries().is_empty(),
                "readers cannot be loaded at run time: link the pack, or leave its readers to another"
            );

            #[cfg(all(kawara_dylib, panic = "abort"))]
            ::core::compile_error!(
                "a panic of a library built with `panic = \"abort\"` ends the program that loads it: take that out of the profile"
            );

            #[cfg(kawara_dylib)]
            #[unsafe(no_mangle)]
            extern "C" fn kawara_pack_v1(_host: *const $crate::Host) -> *const $crate::Pack {
                static EXPORTED: ::std::sync::OnceLock<$crate::Exported> = ::std::sync::OnceLock::new();
                EXPORTED.get_or_init(|| $crate::export(&$pack)).as_ptr()
            }
        };
    };
}
