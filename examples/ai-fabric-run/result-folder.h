// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_RESULT_FOLDER_H
#define AI_FABRIC_RESULT_FOLDER_H

#include "fabric-result.h"
#include "nccl-tests.h"
#include "run-options.h"
#include "scenario.h"

#include <string>
#include <vector>

namespace ns3
{

/** @param label of a fabric or node @return it as part of a file name */
std::string Slug(const std::string& label);

/**
 * The files of a run:
 *     manifest.json      versions, command line and complete configuration; itself a scenario
 *     flows.csv          a row per message, the same for the same seed; times in ns with ps digits
 *     summary.csv        a row per fabric, job "all", and a row per fabric and job
 *     queues.csv         a row per sample of a queue, if any were sampled
 *     rates.csv          a row per sample of a queue pair, if any were sampled
 *     waits.csv, critical-path.csv
 *                        see wait-files.h; of jobs that compute, or of all or none
 *     timeline-<fabric>.json
 *                        for Perfetto, see wait-files.h; if it was asked for
 *     figures.csv, .json a row or object per figure of a job, such as those of a training step
 *     background.csv     a row per flow of background traffic, if there is any
 *     fct-<fabric>.txt   sip dip sport dport bytes start fct ideal, as HPCC writes it; ns
 *     stall-<fabric>.txt the stall report, if the fabric stalled
 *     pfc-pauses-<fabric>.csv, pause-tree-<fabric>.txt
 *                        see pause-files.h; if pauses were asked for
 *     capture-<fabric>-<node>-port<n>.pcap  what the ports of CapturePlan sent and received
 *     nccl-tests.json    in place of all these: the tables of --nccl-tests
 *     figure.png, .pdf   drawn from the tables by report.py
 */
class ResultFolder
{
  public:
    /** @param path made if it does not exist; throws InputError if it cannot be written to */
    explicit ResultFolder(const std::string& path);

    /** Writes all but the figure. @param scenario it @param options it @param results per fabric */
    void Write(const Scenario& scenario,
               const RunOptions& options,
               const std::vector<FabricResult>& results) const;

    /** Writes nccl-tests.json. @param scenario it @param options it @param tables per fabric */
    void WriteNcclTests(const Scenario& scenario,
                        const RunOptions& options,
                        const std::vector<NcclTestsTable>& tables) const;

    /** Runs report.py; says so in one line on stderr if that fails. */
    void DrawFigure() const;

  private:
    std::string m_path;
};

} // namespace ns3

#endif // AI_FABRIC_RESULT_FOLDER_H
