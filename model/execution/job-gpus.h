// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_JOB_GPUS_H
#define AI_FABRIC_JOB_GPUS_H

#include "channel-counter.h"
#include "fabric-gpu.h"

#include "ns3/byte-image.h"
#include "ns3/communication-graph.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * The GPUs of a job's ranks. Runs nodes of the job's graph on them and measures how busy the job
 * keeps them. A rank without GPU does everything in zero time.
 *
 * If messages hold SMs, the GPU is notified when a channel of its rank gets a first message in
 * flight, and when the channel's last message has ended.
 */
class JobGpus
{
  public:
    /** @param gpuOfRank the GPU of each rank's host, or null */
    void SetGpus(std::vector<Ptr<FabricGpu>> gpuOfRank);

    /** Forgets the GPUs. */
    void Clear();

    /** Called when the job starts. @param graph valid graph of the job */
    void Begin(const CommunicationGraph& graph);

    /** Called when the job has ended; later work of the GPUs does not count. */
    void End();

    /**
     * Called after End().
     *
     * @param to string to which the times are appended that GPUs were busy with the job
     * @param isMine callable: true if this process runs the rank
     */
    template <typename IsMine>
    void Save(std::string& to, const IsMine& isMine) const
    {
        for (uint32_t rank = 0; rank < GetRankCount(); ++rank)
        {
            if (isMine(rank))
            {
                SaveValue(to, m_busyPs[rank]);
            }
        }
    }

    /**
     * Reads the output of Save() of a process, after End().
     *
     * @param from begin of the output; afterwards its end
     * @param isHis callable: true if that process runs the rank
     */
    template <typename IsHis>
    void Load(const char*& from, const IsHis& isHis)
    {
        for (uint32_t rank = 0; rank < GetRankCount(); ++rank)
        {
            if (isHis(rank))
            {
                m_busyPs[rank] = LoadValue<int64_t>(from);
            }
        }
    }

    /**
     * Adds work to that of the GPU of a rank; called before End().
     *
     * @param rank rank of the job
     * @param busyPs time in which the GPU was busy besides, in ps
     */
    void AddBusy(uint32_t rank, int64_t busyPs)
    {
        m_busyPs[rank] -= busyPs; // End() subtracts it
    }

    /**
     * Adds work that repeats the work so far; called before End().
     *
     * @param times number of repetitions, at least 0
     */
    void AddRepeats(double times);

    /** Takes nodes out of the graph. @param cut nodes that have not started */
    void Cut(const GraphCut& cut)
    {
        m_channels.Cut(cut);
    }

    /** Called before End(). @return by rank: time in which its GPU was busy with the job, in ps */
    std::vector<int64_t> GetBusyPs() const;

    /** @return whether End() was called */
    bool HasEnded() const
    {
        return m_ended;
    }

    /** @return number of ranks */
    uint32_t GetRankCount() const
    {
        return static_cast<uint32_t>(m_gpus.size());
    }

    /**
     * @param rank rank of the job
     * @param durationPs time from the start of the job to its end, or to now, in ps
     * @return fraction of durationPs in which stream 0 of the rank's GPU was idle, in [0, 1]
     */
    double GetIdleFraction(uint32_t rank, int64_t durationPs) const;

    /**
     * @param node node that runs on its rank's GPU; a SEND within the host runs as a copy
     * @return duration at full pace, in ps
     */
    int64_t GetDurationPs(const CommunicationGraph::Node& node) const;

    /**
     * Queues a node on its stream of its rank's GPU.
     *
     * @param node node to run
     * @param number number of the node
     * @param client gets a notice when the node ends
     * @return true if there is a GPU; otherwise nothing happens
     */
    bool Run(const CommunicationGraph::Node& node, uint32_t number, GpuClient* client);

    /**
     * Removes the nodes of a client from all GPUs.
     *
     * @param client client
     * @return number of removed nodes
     */
    uint32_t Cancel(const GpuClient* client);

    /** @param callback called when the memory contents of any of the GPUs are lost */
    void SetCrashCallback(const Callback<void>& callback);

    /** @param callback called when any of the GPUs is replaced */
    void SetReplaceCallback(const Callback<void>& callback);

    /** @param callback called when any of the GPUs hangs */
    void SetHangCallback(const Callback<void>& callback);

    /** @param callback called when any of the GPUs works again after a hang */
    void SetResumeCallback(const Callback<void>& callback);

    /**
     * GPUs besides those of ranks whose crashes and hangs concern the job; called before the
     * callbacks are set.
     *
     * @param gpus GPUs; none is null
     */
    void SetOthers(std::vector<Ptr<FabricGpu>> gpus)
    {
        m_others = std::move(gpus);
    }

    /** @return true if any of the GPUs hangs */
    bool AreHung() const;

    /**
     * Called before a SEND is posted to the network.
     *
     * @param rank rank of the SEND
     * @param send number of the SEND
     */
    void BeginMessage(uint32_t rank, uint32_t send);

    /**
     * Called when a SEND has ended, with success or failure.
     *
     * @param rank rank of the SEND
     * @param send number of the SEND
     */
    void EndMessage(uint32_t rank, uint32_t send);

  private:
    /**
     * Connects a trace source of each GPU.
     *
     * @param source name of the source
     * @param callback sink
     */
    void Connect(const std::string& source, const Callback<void>& callback);

    std::vector<Ptr<FabricGpu>> m_gpus;   //!< by rank; null: the rank has no GPU
    std::vector<Ptr<FabricGpu>> m_others; //!< see SetOthers()
    std::vector<bool> m_messagesHoldSms;  //!< by rank: messages in flight hold SMs of its GPU
    ChannelCounter m_channels;            //!< only if messages hold SMs of a GPU
    std::vector<int64_t>
        m_busyPs;        //!< by rank: GPU's busy time at the start; after End() that of this job
    bool m_ended{false}; //!< see End()
};

} // namespace ns3

#endif // AI_FABRIC_JOB_GPUS_H
