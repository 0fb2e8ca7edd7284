"""Runs the tests in LLVM's own manner: RUN lines say `llc`, lit adds the plugin to it.

The plugin is the lit parameter `plugin`, else the variable REGALLOC_LIMIT_PLUGIN, else the
release build. cpp/llvm-version says which LLVM; M.N is found through LLVM_SYS_MN_PREFIX, else
llvm-config-M, else llvm-config.
"""

import os
import shutil
import subprocess

import lit.formats

here = os.path.dirname(os.path.abspath(__file__))


with open(os.path.join(here, "..", "cpp", "llvm-version")) as file:
    version = file.read().strip()
major = version.split(".")[0]
prefix_variable = "LLVM_SYS_%s_PREFIX" % version.replace(".", "")


def find_llvm_config():
    prefix = os.environ.get(prefix_variable)
    candidates = [os.path.join(prefix, "bin", "llvm-config")] if prefix else []
    candidates += ["llvm-config-" + major, "llvm-config"]
    for candidate in candidates:
        path = shutil.which(candidate)
        if path:
            return path
    lit_config.fatal(
        "llvm-config-%s not found; install llvm-%s-dev or set %s" % (major, major, prefix_variable)
    )


def ask(flag):
    return subprocess.check_output([find_llvm_config(), flag], text=True).strip()


config.name = "regalloc-limit"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".mir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = here
config.test_exec_root = lit_config.params.get(
    "exec_root", os.path.join(here, "..", "target", "lit-tests")
)
os.makedirs(config.test_exec_root, exist_ok=True)

plugin = lit_config.params.get("plugin") or os.environ.get("REGALLOC_LIMIT_PLUGIN")
plugin = os.path.abspath(plugin or os.path.join(here, "../target/release/libregalloc_limit.so"))
if not os.path.exists(plugin):
    lit_config.fatal("no plugin at %s; run: cargo build --release" % plugin)

tools = ask("--bindir")
config.available_features.update(
    arch.lower() + "-registered-target" for arch in ask("--targets-built").split()
)
# A test says itself when limit is to be the default.
config.environment.pop("REGALLOC_LIMIT", None)

config.substitutions.append(("%plugin", plugin))
config.substitutions.append(("%bare-llc", os.path.join(tools, "llc")))
plain = ["FileCheck", "not", "llvm-extract", "llvm-bcanalyzer", "llvm-remarkutil"]
for tool, extra in [("llc", " -load=" + plugin), *((tool, "") for tool in plain)]:
    # The tool as a word of its own: not in an option, a path or a file's name.
    word = r"(?<![\w./%-])" + tool + r"(?![\w.-])"
    config.substitutions.append((word, os.path.join(tools, tool) + extra))
