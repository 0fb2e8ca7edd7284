//===- Options.h - the plugin's command line --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIMIT_OPTIONS_H
#define LIMIT_OPTIONS_H

#include "regalloc-limit/src/bridge/ffi.rs.h"
#include "llvm/Support/CommandLine.h"
#include <string>

namespace limit {

/// Where pressure is brought under capacity.
enum class PressurePlace { BeforeScheduler, AfterScheduler, Allocator };

/// How the loads and stores of what leaves registers find their places.
enum class PlacementMethod { MinCut, Earliest };

/// The order in which ranges ask for registers.
enum class AssignOrder { LongFirst, ThreeSteps };

/// How much time may be taken for better code.
enum class EffortLevel { Normal, High };

/// How the log is written.
enum class LogForm { Json, Text };

/// Accepts a kind of mutation and a number, see `limit::mutate`.
struct MutationParser : llvm::cl::parser<std::string> {
  using parser::parser;
  /// Returns true, and says what is accepted, if \p Which is no mutation.
  bool parse(llvm::cl::Option &Named, llvm::StringRef Name, llvm::StringRef Which,
             std::string &Value);
};

/// Asks the core whether a setting of the form NAME=VALUE can be carried out.
struct SettingParser : llvm::cl::parser<std::string> {
  using parser::parser;
  /// Returns true, and says what is wrong, if it cannot.
  bool parse(llvm::cl::Option &Named, llvm::StringRef Name, llvm::StringRef Setting,
             std::string &Value);
};

/// Every option of the plugin. They exist only once the host's LLVM was found to be the right
/// one, which is why they are members and not static objects.
struct Options {
  llvm::cl::opt<bool> Default;
  llvm::cl::opt<bool> Pressure;
  llvm::cl::opt<PressurePlace> Place;
  llvm::cl::opt<PlacementMethod> Placement;
  llvm::cl::opt<AssignOrder> Assign;
  llvm::cl::opt<EffortLevel> Effort;
  llvm::cl::opt<std::string> Report;
  llvm::cl::opt<std::string> Log;
  llvm::cl::opt<LogForm> LogFormat;
  llvm::cl::opt<std::string> Placements;
  llvm::cl::opt<std::string> Score;
  llvm::cl::opt<bool> Check;
  llvm::cl::opt<std::string> CheckReport;
  llvm::cl::opt<bool> CheckStrict;
  /// To see that the checker finds faults.
  llvm::cl::opt<std::string, false, MutationParser> Mutate;
  llvm::cl::list<std::string, bool, SettingParser> Set;
  /// Rounds of editing code before LLVM takes over. Each round leaves less to split or spill, so in
  /// practice there are a handful; few or none show that the last resort works.
  llvm::cl::opt<unsigned> Rounds;
  /// Functions that limit allocates before it leaves all others to LLVM: to find the function that
  /// a fault is in by bisection.
  llvm::cl::opt<unsigned> Fuel;
  /// Optional decisions about a function, after which none is made: to find the one that a fault is
  /// in by bisection.
  llvm::cl::opt<unsigned> Decisions;
  /// For a profiler that counts what the pass of an allocator executes.
  llvm::cl::opt<std::string> Entries;

  Options();
};

/// The options. Constructed by the first call, which is the plugin's registration.
Options &options();

/// The core with what the options set; the settings of -limit-set come last.
rust::Box<core::Allocator> startCore();

/// Where LIMIT runs: as a pass in front of the allocator, whichever that is, or in limit itself.
PressurePlace pressurePlace();

/// True if limit is to stand in for the default allocator of optimised code: by -limit-default or
/// by REGALLOC_LIMIT=1 in the environment, for hosts that parse options before they load plugins.
bool isDefaultAllocator();

} // namespace limit

#endif // LIMIT_OPTIONS_H
