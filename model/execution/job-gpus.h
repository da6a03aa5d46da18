// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_JOB_GPUS_H
#define AI_FABRIC_JOB_GPUS_H

#include "channel-counter.h"
#include "fabric-gpu.h"

#include "ns3/communication-graph.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * The GPUs of a job's ranks: runs nodes of its graph on them and measures how busy the job keeps
 * them. A rank without GPU does everything in no time.
 *
 * A GPU whose messages hold SMs is told when a channel of its rank gets a first message in flight,
 * and when its last one has ended.
 */
class JobGpus
{
  public:
    /** @param gpuOfRank the GPU of each rank's host, or null */
    void SetGpus(std::vector<Ptr<FabricGpu>> gpuOfRank);

    /** Forgets them. */
    void Clear();

    /** The job starts. @param graph that it runs, a valid one */
    void Begin(const CommunicationGraph& graph);

    /** The job has ended: work of the GPUs from now on does not count. */
    void End();

    /**
     * After End(), for another process.
     *
     * @param rank who
     * @return how long the GPU of the rank was busy with the job, in ps
     */
    int64_t GetBusyPs(uint32_t rank) const
    {
        return m_busyPs[rank];
    }

    /** In that process, after End(). @param rank who @param busyPs GetBusyPs() */
    void SetBusyPs(uint32_t rank, int64_t busyPs)
    {
        m_busyPs[rank] = busyPs;
    }

    /** @return whether End() was called */
    bool HasEnded() const
    {
        return m_ended;
    }

    /** @return how many ranks there are */
    uint32_t GetRankCount() const
    {
        return static_cast<uint32_t>(m_gpus.size());
    }

    /**
     * @param rank who
     * @param durationPs from the start of the job to its end, or to now
     * @return the share of it in which stream 0 of the rank's GPU did nothing, in [0, 1]
     */
    double GetIdleFraction(uint32_t rank, int64_t durationPs) const;

    /**
     * @param node that runs on its rank's GPU; a SEND within the host runs as a copy
     * @return how long it takes at full pace, in ps
     */
    int64_t GetDurationPs(const CommunicationGraph::Node& node) const;

    /**
     * Queues a node on its stream of its rank's GPU.
     *
     * @param node which
     * @param number of the node
     * @param client is told of its end
     * @return whether there is a GPU; if not nothing happens
     */
    bool Run(const CommunicationGraph::Node& node, uint32_t number, GpuClient* client);

    /** @param client whose nodes are forgotten, of all ranks @return how many there were */
    uint32_t Cancel(const GpuClient* client);

    /** @param callback called when what is in the memory of any of them is lost */
    void SetCrashCallback(const Callback<void>& callback);

    /** @param callback called when another one takes the place of any of them */
    void SetReplaceCallback(const Callback<void>& callback);

    /** @param callback called when any of them hung and works again */
    void SetResumeCallback(const Callback<void>& callback);

    /** @return whether any of them hangs */
    bool AreHung() const;

    /**
     * A SEND is about to be posted to the network.
     *
     * @param rank whose
     * @param send its number
     */
    void BeginMessage(uint32_t rank, uint32_t send);

    /**
     * A SEND has ended, one way or another.
     *
     * @param rank whose
     * @param send its number
     */
    void EndMessage(uint32_t rank, uint32_t send);

  private:
    /** Connects a trace source of each of them. @param source its name @param callback sink */
    void Connect(const std::string& source, const Callback<void>& callback);

    std::vector<Ptr<FabricGpu>> m_gpus;  //!< by rank; null: none
    std::vector<bool> m_messagesHoldSms; //!< by rank
    ChannelCounter m_channels;           //!< only if messages hold SMs of a GPU
    std::vector<int64_t> m_busyPs;       //!< by rank: at the start; of this job once it has ended
    bool m_ended{false};                 //!< see End()
};

} // namespace ns3

#endif // AI_FABRIC_JOB_GPUS_H
