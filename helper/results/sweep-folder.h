// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWEEP_FOLDER_H
#define AI_FABRIC_SWEEP_FOLDER_H

#include "ns3/run-options.h"
#include "ns3/sweep-plan.h"
#include "ns3/sweep-run.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ns3
{

/** What the folder of a run says of it. */
struct SweepRunState
{
    bool begun{false};    //!< it has a manifest
    bool complete{false}; //!< all its files are there
    std::string problem;  //!< first thing that went wrong; empty: none is known
};

/**
 * The folder of a sweep:
 *     sweep.json             what the sweep consists of and how far it has come
 *     sweep.csv, sweep-statistics.csv
 *                            see sweep-table.h
 *     runs/POINT/seed-N/     a ResultFolder of one draw
 *
 * The folder of a run is the only witness of it: its manifest names point, configuration and
 * runner, and is written last. So a sweep goes on wherever it was killed, and runs can be made on
 * several machines that share a file system.
 */
class SweepFolder
{
  public:
    /**
     * Makes the folder if need be, and locks it.
     *
     * @param path of it
     * @param shared others may run other runs of the same sweep in the meantime
     * @throw InputError if it cannot be made or has the results of a run that is no sweep
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
     * @param run of the sweep, with its identity
     * @return how far it has come
     * @throw InputError if what is there is the run of something else
     */
    SweepRunState Look(const SweepRun& run) const;

    /** Throws InputError if the folder has a run that is none of these. @param runs of the sweep */
    void RefuseOthers(const std::vector<SweepRun>& runs) const;

    /**
     * Writes sweep.json.
     *
     * @param plan of the sweep
     * @param runs all of them
     * @param states of the runs
     * @param options of the command line
     * @throw WriteError
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
