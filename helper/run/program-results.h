// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PROGRAM_RESULTS_H
#define AI_FABRIC_PROGRAM_RESULTS_H

#include "ns3/application-container.h"
#include "ns3/fabric-helper.h"
#include "ns3/fabric-result.h"
#include "ns3/result-folder.h"
#include "ns3/run-options.h"
#include "ns3/scenario.h"

#include <iosfwd>
#include <list>
#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-helper
 * The results of a program: the table and the files that the runner makes of a scenario.
 *
 *     ProgramResults results("my-program", "results/my-program");
 *     ApplicationContainer jobs = helper.Install(network, workload);
 *     Simulator::Run();
 *     const FabricResult& result = results.Add("DCQCN", helper, network, jobs);
 *     double slowdown = result.jobs[0].GetSlowdown(0); // of the first message
 *     results.Print(std::cout);
 *     Simulator::Destroy();
 *
 * A program that runs several fabrics one after the other adds each of them; the table compares
 * them. The folder is that of ResultFolder, so plots and reports can be made of it. Results that
 * have to be recorded during a run (samples, waits, timelines, pauses) are not in it.
 */
class ProgramResults
{
  public:
    /**
     * @param name name of the program in the table
     * @param folder path of the folder for the files; made if it does not exist
     */
    ProgramResults(const std::string& name, const std::string& folder);

    ~ProgramResults();

    ProgramResults(const ProgramResults&) = delete;
    ProgramResults& operator=(const ProgramResults&) = delete;

    /**
     * Collects the results of a network and writes its files; called after Simulator::Run() and
     * before Simulator::Destroy(), once for each network.
     *
     * @param label name of the fabric, in the table and in files; each has its own
     * @param helper helper that has built the network
     * @param network the network
     * @param jobs jobs on it, as FabricHelper::Install() returns them
     * @return result, valid as long as this object; messages have FCT, ideal time and slowdown
     * @throw InputError if the folder has other files, or the label or the number of jobs is wrong
     * @throw WriteError if a file cannot be written
     */
    const FabricResult& Add(const std::string& label,
                            const FabricHelper& helper,
                            const FabricNetwork& network,
                            const ApplicationContainer& jobs);

    /** Prints the table of all networks so far. @param out stream to write to */
    void Print(std::ostream& out) const;

  private:
    FabricScenario m_scenario;              //!< what the files and the table say of the program
    RunOptions m_options;                   //!< of no command line
    std::unique_ptr<ResultFolder> m_folder; //!< null before the first Add()
    std::list<FabricResult> m_results;      //!< in the order of Add()
};

} // namespace ns3

#endif // AI_FABRIC_PROGRAM_RESULTS_H
