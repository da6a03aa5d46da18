// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWEEP_FOLDER_H
#define AI_FABRIC_SWEEP_FOLDER_H

#include "run-options.h"

#include "ns3/sweep-plan.h"
#include "ns3/sweep-run.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ns3
{

/** State of a run of a sweep, as its folder shows it. */
struct SweepRunState
{
    bool begun{false};    //!< true: it has a manifest
    bool complete{false}; //!< true: all its files are there
    std::string problem;  //!< first error; empty: none is known
};

/**
 * The folder of a sweep:
 *     sweep.json             plan and progress of the sweep
 *     sweep.csv, sweep-statistics.csv
 *                            see sweep-table.h
 *     runs/POINT/seed-N/     a ResultFolder of one draw
 *
 * Only the folder of a run tells its state: its manifest names point, configuration and runner, and
 * is written last. So a sweep can be resumed wherever it was killed, and several machines that
 * share a file system can share its runs.
 */
class SweepFolder
{
  public:
    /**
     * Makes the folder if it does not exist, and locks it.
     *
     * @param path path of the folder
     * @param shared true: other processes may run other runs of the same sweep meanwhile
     * @throw InputError if the folder cannot be made or has the results of a run that is not a
     *         sweep
     * @throw WriteError if another process is at work there
     */
    SweepFolder(const std::string& path, bool shared);
    ~SweepFolder();

    SweepFolder(const SweepFolder&) = delete;
    SweepFolder& operator=(const SweepFolder&) = delete;

    /** @return the folder */
    const std::filesystem::path& GetPath() const
    {
        return m_path;
    }

    /**
     * @param run a run of the sweep, with its identity
     * @return state of the run
     * @throw InputError if the folder holds the run of another configuration
     */
    SweepRunState Look(const SweepRun& run) const;

    /**
     * Throws InputError if the folder has a run that is not one of these.
     *
     * @param runs runs of the sweep
     */
    void RefuseOthers(const std::vector<SweepRun>& runs) const;

    /**
     * Writes sweep.json.
     *
     * @param plan plan of the sweep
     * @param runs all its runs
     * @param states states of the runs
     * @param options options of the command line
     * @throw WriteError if the file cannot be written
     */
    void WriteState(const SweepPlan& plan,
                    const std::vector<SweepRun>& runs,
                    const std::vector<SweepRunState>& states,
                    const RunOptions& options) const;

  private:
    std::filesystem::path m_path;
    int m_lock{-1}; //!< file descriptor of the folder
};

} // namespace ns3

#endif // AI_FABRIC_SWEEP_FOLDER_H
