# The package regalloc-limit, for find_package(regalloc-limit CONFIG):
#
#   REGALLOC_LIMIT_PLUGIN     path of the plugin (cache variable; the release build by default)
#   regalloc-limit::clang     link to it to compile a target's optimised code with limit
#   regalloc-limit::lld       link to it to do the same in lld when the target is linked with LTO
#   check-limit               target that runs the plugin's own tests with lit

cmake_minimum_required(VERSION 3.20)

get_filename_component(_regalloc_limit_root "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
set(REGALLOC_LIMIT_PLUGIN "${_regalloc_limit_root}/target/release/libregalloc_limit.so"
    CACHE FILEPATH "The plugin libregalloc_limit.so")

if(NOT EXISTS "${REGALLOC_LIMIT_PLUGIN}")
  set(regalloc-limit_FOUND FALSE)
  set(regalloc-limit_NOT_FOUND_MESSAGE
      "no plugin at ${REGALLOC_LIMIT_PLUGIN}; run cargo build --release in ${_regalloc_limit_root} or set REGALLOC_LIMIT_PLUGIN")
  return()
endif()

if(NOT TARGET regalloc-limit::clang)
  add_library(regalloc-limit::clang INTERFACE IMPORTED)
  # -limit-default and not -regalloc=limit: a Debug configuration compiles at -O0. Not for assembly files:
  # clang's assembler loads no plugin and refuses its options.
  set(_regalloc_limit_compiled "$<COMPILE_LANGUAGE:C,CXX,OBJC,OBJCXX>")
  target_compile_options(regalloc-limit::clang INTERFACE
    "$<${_regalloc_limit_compiled}:-fplugin=${REGALLOC_LIMIT_PLUGIN}>"
    "$<${_regalloc_limit_compiled}:SHELL:-mllvm -limit-default>")

  add_library(regalloc-limit::lld INTERFACE IMPORTED)
  target_link_options(regalloc-limit::lld INTERFACE
    "LINKER:-mllvm,-load=${REGALLOC_LIMIT_PLUGIN}" "LINKER:-mllvm,-limit-default")
endif()

if(NOT TARGET check-limit)
  file(STRINGS "${_regalloc_limit_root}/cpp/llvm-version" _regalloc_limit_llvm REGEX "^[0-9]+")
  string(REGEX REPLACE "[.].*" "" _regalloc_limit_llvm "${_regalloc_limit_llvm}")
  find_program(REGALLOC_LIMIT_LIT NAMES lit llvm-lit
               PATHS "/usr/lib/llvm-${_regalloc_limit_llvm}/bin")
  if(REGALLOC_LIMIT_LIT)
    add_custom_target(check-limit
      COMMAND "${REGALLOC_LIMIT_LIT}" -sv "-Dplugin=${REGALLOC_LIMIT_PLUGIN}"
              "-Dexec_root=${CMAKE_CURRENT_BINARY_DIR}/check-limit" "${_regalloc_limit_root}/lit-tests"
      USES_TERMINAL VERBATIM)
  endif()
endif()
