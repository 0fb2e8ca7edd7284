//===- Options.cpp - the plugin's command line ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "check/Mutate.h"
#include "llvm/Support/ErrorHandling.h"
#include <cstdlib>

using namespace llvm;

bool limit::MutationParser::parse(cl::Option &Named, StringRef Name, StringRef Which,
                                  std::string &Value) {
  if (!isMutation(Which))
    return Named.error("'" + Which + "' is no mutation; write one of " + mutationKinds() +
                       ", a colon and a number, for instance drop-reload:0");
  Value = Which.str();
  return false;
}

limit::Options::Options()
    : Default("limit-default", cl::init(false),
              cl::desc("Allocate optimised code with limit where -regalloc is not given")),
      Pressure("limit-pressure", cl::init(false),
               cl::desc("Bring register pressure under capacity in front of the allocator, "
                        "whichever it is")),
      Place("limit-pressure-place", cl::desc("Where register pressure is brought under capacity"),
            cl::init(PressurePlace::Allocator),
            cl::values(clEnumValN(PressurePlace::BeforeScheduler, "before-scheduler",
                                  "In front of the machine scheduler"),
                       clEnumValN(PressurePlace::AfterScheduler, "after-scheduler",
                                  "Behind it (with -limit-pressure the default)"),
                       clEnumValN(PressurePlace::Allocator, "allocator",
                                  "In -regalloc=limit (otherwise the default)"))),
      Placement("limit-placement",
                cl::desc("How the loads and stores of spilled ranges are placed"),
                cl::init(PlacementMethod::MinCut),
                cl::values(clEnumValN(PlacementMethod::MinCut, "min-cut",
                                      "Where they cost least by block frequency (default)"),
                           clEnumValN(PlacementMethod::Earliest, "earliest",
                                      "Stores as early and loads as late as no path has more"))),
      Assign("limit-assign", cl::desc("The order in which ranges ask for registers"),
             cl::init(AssignOrder::LongFirst),
             cl::values(clEnumValN(AssignOrder::LongFirst, "long-first",
                                   "Long ranges first, those within a block last (default)"),
                        clEnumValN(AssignOrder::ThreeSteps, "three-steps",
                                   "Ranges across blocks, those within a block that share a "
                                   "register with one, the others by their next use"))),
      Effort(
          "limit-effort", cl::desc("How much time limit may take for better code"),
          cl::init(EffortLevel::Normal),
          cl::values(clEnumValN(EffortLevel::Normal, "normal", "What is in proportion (default)"),
                     clEnumValN(EffortLevel::High, "high",
                                "Plans that the prices of registers make too: several times "
                                "the time of allocation"))),
      Report("limit-report", cl::value_desc("file"),
             cl::desc("Append one JSON line per function allocated by limit to this file")),
      Log("limit-log", cl::value_desc("file"),
          cl::desc("Append what limit decides about each function, and why, to this file")),
      LogFormat("limit-log-format", cl::desc("How -limit-log is written"), cl::init(LogForm::Json),
                cl::values(clEnumValN(LogForm::Json, "json", "Lines of JSON (default)"),
                           clEnumValN(LogForm::Text, "text", "Text to read"))),
      Placements("limit-placements", cl::value_desc("file"),
                 cl::desc("Append one JSON line per function on where each value is, whichever "
                          "allocator ran, to this file")),
      Score("limit-score", cl::value_desc("file"),
            cl::desc("Append one JSON line per function on what its code costs, whichever "
                     "allocator made it, to this file")),
      Check("limit-check",
            cl::desc("Check that every instruction reads the values that it named before "
                     "allocation, whichever allocator ran")),
      CheckReport("limit-check-report", cl::value_desc("file"),
                  cl::desc("Check as -limit-check does, and append one JSON line per function "
                           "and look at it to this file")),
      CheckStrict("limit-check-strict",
                  cl::desc("Check as -limit-check does; a function that cannot be compared is "
                           "an error")),
      Mutate("limit-mutate", cl::Hidden, cl::value_desc("kind:number"),
             cl::desc("Make one thing wrong in each allocation before -limit-check looks at it")),
      Set("limit-set", cl::value_desc("name=value"),
          cl::desc("Set a tuning constant or a price of the allocator; may be repeated")),
      Rounds("limit-rounds", cl::init(64), cl::Hidden, cl::value_desc("N"),
             cl::desc("Leave a function to LLVM's greedy allocator after N rounds")),
      Fuel("limit-fuel", cl::init(~0u), cl::Hidden, cl::value_desc("N"),
           cl::desc("Leave all functions after the first N to LLVM's greedy allocator")),
      Decisions("limit-decisions", cl::init(~0u), cl::Hidden, cl::value_desc("N"),
                cl::desc("Make no optional decision about a function after the first N; with "
                         "-limit-fuel only about the last function that has fuel")),
      Entries("limit-entries", cl::Hidden, cl::value_desc("file"),
              cl::desc("Write where in its library the pass of each allocator begins to this "
                       "file")) {}

limit::Options &limit::options() {
  static Options TheOptions;
  return TheOptions;
}

limit::PressurePlace limit::pressurePlace() {
  if (!options().Pressure)
    return options().Place;
  if (!options().Place.getNumOccurrences())
    return PressurePlace::AfterScheduler;
  if (options().Place == PressurePlace::Allocator)
    reportFatalUsageError("-limit-pressure asks for a pass, -limit-pressure-place=allocator for "
                          "none; leave one of them out");
  return options().Place;
}

bool limit::SettingParser::parse(cl::Option &Named, StringRef, StringRef Setting,
                                 std::string &Value) {
  std::string Wrong(core::check_setting(rust::Str(Setting.data(), Setting.size())));
  Value = Setting.str();
  return !Wrong.empty() && Named.error(Wrong);
}

rust::Box<limit::core::Allocator> limit::startCore() {
  std::vector<std::string> Settings = {
      "max_rounds=" + std::to_string(options().Rounds),
      "max_functions=" + std::to_string(options().Fuel),
      "max_decisions=" + std::to_string(options().Decisions),
      options().Assign == AssignOrder::ThreeSteps ? "assign=three-steps" : "assign=long-first",
      options().Effort == EffortLevel::High ? "effort=high" : "effort=normal",
      options().Placement == PlacementMethod::Earliest ? "placement=earliest" : "placement=min-cut",
      pressurePlace() == PressurePlace::Allocator ? "limit_pressure=true" : "limit_pressure=false",
  };
  Settings.insert(Settings.end(), options().Set.begin(), options().Set.end());
  return core::start(Settings);
}

bool limit::isDefaultAllocator() {
  if (options().Default)
    return true;
  const char *Switch = std::getenv("REGALLOC_LIMIT");
  return Switch && StringRef(Switch) == "1";
}
