// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RESULT_FOLDER_H
#define AI_FABRIC_RESULT_FOLDER_H

#include "fabric-files.h"
#include "fabric-summary.h"
#include "manifest.h"
#include "run-options.h"

#include "ns3/scenario.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

/**
 * The folder of a run. For one draw:
 *     manifest.json      versions, command line and complete configuration; itself a scenario
 *     flows.csv          a row per message, the same for the same seed; times in ns with ps digits
 *     slowdown.csv       the slowdown over the size of messages
 *     summary.csv        a row per fabric, job "all", and a row per fabric and job
 *     links.csv          a row per direction of a link, see link-files.h
 *     paths.csv          a row per path of a flow, see path-files.h; if it was asked for
 *     columns.json       unit and meaning of the columns of these tables, see result-tables.h
 *     queues.csv         a row per sample of a queue, if any were sampled
 *     rates.csv          a row per sample of a queue pair, if any were sampled
 *     requests.csv       a row per request of jobs that serve requests
 *     waits.csv, critical-path.csv
 *                        see wait-files.h; of jobs that compute, or of all or none
 *     timeline-FABRIC.json
 *                        for Perfetto, see timeline-file.h; if it was asked for
 *     chakra-FABRIC-JOB.RANK.et
 *                        see chakra-files.h; if they were asked for
 *     figures.csv, .json a row or object per figure of a job, such as those of a training step
 *     background.csv     a row per flow of background traffic, if there is any
 *     fct-FABRIC.txt   sip dip sport dport bytes start fct ideal, as HPCC writes it; ns
 *     flow-, pfc-, qlen-FABRIC.txt
 *                        see hpcc-files.h; if they were asked for
 *     stall-FABRIC.txt the stall report, if the fabric stalled
 *     pfc-pauses-FABRIC.csv, pause-tree-FABRIC.txt
 *                        see pause-files.h; if pauses were asked for
 *     capture-FABRIC-NODE-portN.pcap  what the ports of CapturePlan sent and received
 *     nccl-tests.json    instead of all these: the tables of --nccl-tests
 *     report.html        made from the tables by report.py; it needs no other file
 *     figure.png, .pdf   drawn from the tables by plots/overview.py
 * For several draws, seed-N/ is such a folder for each, without a report, and above them are
 *     manifest.json, report.html, figure.png, .pdf
 *                        of all draws
 *     summary.csv        summaries of all draws, one below the other
 *     rankings.csv       see WriteRankings()
 *
 * Every file is either complete or missing. Files of one fabric in one draw wait in a ResultStage
 * until the draw has ended; files of all fabrics grow by a fabric at a time. The manifest is
 * written first and lists the files of the run, so that the next run in the folder deletes only
 * these; until Finish() it calls the results partial.
 *
 * Only one run at a time uses a folder: it holds a lock on it, which ends with the process.
 */
class ResultFolder
{
  public:
    /**
     * Makes the folder if it does not exist, deletes the files of an earlier run and writes a first
     * manifest.
     *
     * @param scenario scenario to run; outlives this
     * @param options options of the command line; outlive this
     * @throw InputError if the folder cannot be made or has other files
     * @throw WriteError if another run is at work there, or writing fails
     */
    ResultFolder(const FabricScenario& scenario, const RunOptions& options);

    /** Deletes stages that were not merged. */
    ~ResultFolder();

    ResultFolder(const ResultFolder&) = delete;
    ResultFolder& operator=(const ResultFolder&) = delete;

    /** @param task number of a fabric and draw @return a new empty stage for it */
    ResultStage MakeStage(size_t task) const;

    /** @param task number of a fabric and draw @return its stage, made by MakeStage() */
    ResultStage GetStage(size_t task) const;

    /**
     * Moves the files of a stage to the folder.
     *
     * @param stage complete stage
     * @param summary summary of its fabric
     */
    void Merge(const ResultStage& stage, FabricSummary summary);

    /**
     * Adds or replaces one file of the whole folder.
     *
     * @param name name of the file
     * @param fill writes the contents to a stream
     */
    void AddFile(const std::string& name, const std::function<void(std::ostream&)>& fill);

    /**
     * Moves the files for one fabric alone from a stage to the folder.
     *
     * @param stage stage of the fabric
     */
    void TakeOwn(const ResultStage& stage);

    /** @return summaries merged so far, in that order */
    const std::vector<FabricSummary>& GetResults() const
    {
        return m_all.state.results;
    }

    /** Marks the results in the manifest as complete. */
    void Finish();

    /** Writes to the manifest, if possible, why the run ended. @param reason reason in words */
    void Stop(const std::string& reason);

    /**
     * Runs report.py, which makes report and figure; if that fails, a line on stderr says so.
     *
     * @return path of the report; empty if there is none
     */
    std::string AddReport();

  private:
    /** A folder with a manifest: the whole, or one draw of several. */
    struct Part
    {
        std::string prefix; //!< prefix of its files within the folder; empty: the whole folder
        std::vector<uint32_t> seeds; //!< seeds of its draws
        ManifestState state;         //!< state in its manifest
        std::set<std::string> names; //!< names of its files, as in state
    };

    /** Deletes the files of an earlier run in the folder. @return true if there was one */
    bool RemoveEarlier() const;
    /**
     * Throws if files that belong to no run have names that a run uses.
     *
     * @param isOwn true: a run had the folder before; a report may have been made since
     */
    void RefuseOthers(bool isOwn) const;
    bool Name(Part& part, const std::string& name);
    std::vector<std::filesystem::path> NameOwn(Part& part, const ResultStage& stage);
    void WriteManifestOf(const Part& part) const;
    std::filesystem::path GetPath(const Part& part) const;

    const FabricScenario& m_scenario;
    const RunOptions& m_options;
    std::filesystem::path m_path; //!< path of the folder
    int m_lock{-1};               //!< file descriptor of the folder
    Part m_all;                   //!< whole folder
    std::vector<Part> m_draws;    //!< empty unless there are several draws
};

} // namespace ns3

#endif // AI_FABRIC_RESULT_FOLDER_H
