// SPDX-License-Identifier: GPL-2.0-only

#include "ai-fabric-run.h"

#include "deadlock-check.h"
#include "fabric-check.h"
#include "fabric-run.h"
#include "nccl-tests.h"
#include "preset.h"
#include "result-folder.h"
#include "result-table.h"
#include "run-options.h"
#include "scenario.h"
#include "trace-reference.h"
#include "type-reference.h"

#include "ns3/input-error.h"

#include <exception>
#include <iostream>

namespace ns3
{

namespace
{

/** What the shell is told. */
enum ExitStatus
{
    FINE = 0,
    VIOLATION = 1,
    BAD_INPUT = 2
};

/** @return whether anything went wrong, after saying what */
bool
ReportProblems(const std::vector<FabricResult>& results)
{
    bool any = false;
    for (const auto& result : results)
    {
        for (const auto& note : result.notes)
        {
            std::cerr << result.label << ": " << note << '\n';
        }
        for (const auto& problem : result.problems)
        {
            std::cerr << result.label << ": " << problem << '\n';
            any = true;
        }
        if (!result.stallReport.empty())
        {
            std::cerr << result.label << ": who waits for what\n" << result.stallReport;
        }
    }
    return any;
}

ExitStatus
RunSizes(Scenario& scenario, const RunOptions& options)
{
    const ResultFolder folder(scenario.output);
    std::vector<std::string> problems;
    const auto tables =
        RunNcclTests(scenario, options, options.quiet ? nullptr : &std::cout, problems);
    folder.WriteNcclTests(scenario, options, tables);
    if (!options.quiet)
    {
        std::cout << "results in " << scenario.output << std::endl;
    }
    for (const auto& problem : problems)
    {
        std::cerr << problem << '\n';
    }
    return problems.empty() ? FINE : VIOLATION;
}

ExitStatus
Run(const RunOptions& options)
{
    PrepareEngine(options);
    auto scenario = LoadScenario(options);
    const auto deadlocks = FindPossibleDeadlocks(scenario);
    for (size_t fabric = 0; fabric < deadlocks.size(); ++fabric)
    {
        if (!deadlocks[fabric].empty())
        {
            std::cerr << scenario.fabrics[fabric].label << ": warning: " << deadlocks[fabric]
                      << std::endl;
        }
    }
    if (options.check)
    {
        for (size_t fabric = 0; fabric < scenario.fabrics.size(); ++fabric)
        {
            CheckFabric(scenario, fabric, options);
        }
        return FINE;
    }
    if (!options.ncclOperation.empty())
    {
        return RunSizes(scenario, options);
    }
    const ResultFolder folder(scenario.output);
    std::vector<FabricResult> results;
    for (size_t fabric = 0; fabric < scenario.fabrics.size(); ++fabric)
    {
        results.push_back(RunFabric(scenario, fabric, options));
        if (!deadlocks[fabric].empty())
        {
            results.back().warnings.push_back(deadlocks[fabric]);
        }
    }
    if (!options.quiet)
    {
        WriteTable(std::cout, scenario, results);
        std::cout << "\nresults in " << scenario.output << std::endl;
    }
    folder.Write(scenario, options, results);
    if (options.figure)
    {
        folder.DrawFigure();
    }
    return ReportProblems(results) ? VIOLATION : FINE;
}

} // namespace

int
RunAiFabric(int argc, char* argv[])
{
    try
    {
        const auto options = ParseOptions(argc, argv);
        if (!options.help.empty())
        {
            std::cout << options.help;
            return FINE;
        }
        if (options.list)
        {
            WriteReference(std::cout);
            std::cout << '\n';
            WriteTraceReference(std::cout);
            return FINE;
        }
        if (options.listJson)
        {
            WriteReferenceJson(std::cout);
            return FINE;
        }
        if (options.listPresets)
        {
            WritePresets(std::cout);
            return FINE;
        }
        return Run(options);
    }
    catch (const InputError& error)
    {
        std::cerr << error.what() << '\n';
        return BAD_INPUT;
    }
    catch (const std::exception& error)
    {
        std::cerr << "ai-fabric-run: " << error.what() << '\n';
        return VIOLATION;
    }
}

} // namespace ns3
