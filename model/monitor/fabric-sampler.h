// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_SAMPLER_H
#define AI_FABRIC_FABRIC_SAMPLER_H

#include "fabric-parts.h"

#include "ns3/event-id.h"
#include "ns3/fabric-topology.h"
#include "ns3/graph-executor.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/unfinished-places.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-monitor
 * Looks at chosen egress queues and at the queue pairs of a running simulation, again and again.
 *
 * A queue is named by the nodes of its link, as the topology names them: "left0->right0" is what
 * waits in left0 for right0, of all lanes; "left0->right0:3" is that of lane 3 alone. If
 * several links join the two nodes, the queue of each is sampled. Nodes may be patterns, see
 * FindNodes(): "leaf*->spine*:3", "switch *->host *".
 *
 * Where a transport has no queue pairs, its channels are looked at in their place
 * (MessageChannel::GetActivity()), by their number at the source's transport.
 *
 * A queue pair has a sample while it has something to send, and one more after the last bytes were
 * acknowledged; idle ones have none.
 *
 * Samples are taken at Interval * k and RateInterval * k, k = 0, 1, ...: instantaneous values and
 * running totals, so that the mean of a rate over any window is a difference of two rows.
 *
 * It costs nothing unless it is started, and then an event per interval. It changes no state of a
 * model, and events keep their order among themselves, so results are the same with any interval.
 * While it runs an event is always pending: what ends the simulation is a stop, not the lack of
 * events.
 */
class FabricSampler : public Object
{
  public:
    static constexpr uint64_t NO_WINDOW = UINT64_MAX; //!< of a rate alone

    /** An egress queue that is looked at. */
    struct Queue
    {
        std::string name; //!< of its nodes, with the lane if there is one
        uint32_t link;    //!< link id
        uint32_t side;    //!< 0 or 1: the end of the link whose queue it is
        int32_t lane;     //!< below GetLaneCount() of the port; -1 for all together
    };

    /** A queue at one time. */
    struct QueueSample
    {
        int64_t timePs;          //!< when
        uint32_t queue;          //!< index in GetQueues()
        uint64_t queueBytes;     //!< frames that wait, without the one on the wire
        uint64_t sentPackets;    //!< by the port since the start, link control left out
        uint64_t sentFrameBytes; //!< frames of these
    };

    /** A sender at one time. */
    struct RateSample
    {
        int64_t timePs;       //!< when
        int32_t job;          //!< index of the job that it is of; -1 if of none
        uint32_t sourceHost;  //!< index of the host that sends
        uint32_t destHost;    //!< index of the host that receives
        uint32_t channel;     //!< MessageRecord::channel of its messages
        uint8_t serviceLevel; //!< MessageRecord::serviceLevel of its messages
        uint32_t queuePair;   //!< number of the queue pair at the source, or of the channel
        uint64_t ratebps;     //!< what the congestion control or transport allows on the wire
        uint64_t
            windowBytes; //!< payload that congestion control lets be unacknowledged; or NO_WINDOW
        uint64_t acknowledgedBytes; //!< payload since the start
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    ~FabricSampler() override;

    /**
     * @param topology that queues are looked up in
     * @return the queues of the attribute Queues
     * @throw InputError if one does not exist
     */
    std::vector<Queue> FindQueues(const FabricTopology& topology) const;

    /**
     * Begins to sample, from now on; what was sampled before is forgotten.
     *
     * @param parts of the network
     * @param topology that it was built from
     * @param jobs whose queue pairs are told apart
     */
    void Start(const FabricParts& parts,
               const FabricTopology& topology,
               const std::vector<Ptr<GraphExecutor>>& jobs = {});

    /** Ends sampling and lets go of the network; the samples stay. */
    void Stop();

    /** @return the queues that are looked at, in the order of the attribute */
    const std::vector<Queue>& GetQueues() const
    {
        return m_queues;
    }

    /** @return by time, then queue */
    const std::vector<QueueSample>& GetQueueSamples() const
    {
        return m_queueSamples;
    }

    /** @return by time, then host, then queue pair; none of those that are idle */
    const std::vector<RateSample>& GetRateSamples() const
    {
        return m_rateSamples;
    }

  protected:
    void DoDispose() override;

  private:
    /** A queue pair or channel that has had something to send. */
    struct Sender
    {
        int32_t job;                //!< its index; -1: none
        uint32_t channel;           //!< of the job
        uint64_t acknowledgedBytes; //!< at its last sample
    };

    /** Takes a sample of each queue, and plans the next look. */
    void SampleQueues();
    /** Takes a sample of each sender that has something to send, and plans the next look. */
    void SampleRates();
    Sender& FindSender(const void* whom);
    void SampleQueuePair(const RdmaNic& nic, const RdmaQueuePair& pair, int64_t nowPs);
    bool SampleChannel(const RdmaNic& nic,
                       uint32_t number,
                       const MessageChannel& channel,
                       int64_t nowPs);

    Time m_interval;                                   //!< positive
    Time m_rateInterval;                               //!< 0: never
    std::string m_names;                               //!< of the queues; empty: none
    FabricParts m_parts;                               //!< empty unless it runs
    std::vector<Ptr<GraphExecutor>> m_jobs;            //!< none unless it runs
    std::unordered_map<const void*, Sender> m_senders; //!< only looked up, never walked
    std::vector<UnfinishedPlaces> m_pairs;             //!< by NIC: queue pairs that may send again
    std::vector<UnfinishedPlaces> m_channels;          //!< by NIC: channels that may send again
    EventId m_queueEvent;                              //!< next look at queues
    EventId m_rateEvent;                               //!< next look at queue pairs
    std::vector<Queue> m_queues;
    std::vector<QueueSample> m_queueSamples; //!< by time
    std::vector<RateSample> m_rateSamples;   //!< by time
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_SAMPLER_H
