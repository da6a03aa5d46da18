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
#include "ns3/pending-indices.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-monitor
 * Samples chosen egress queues and the queue pairs of a running simulation at intervals.
 *
 * A queue is named by the nodes of its link, as the topology names them: "left0->right0" is the sum
 * of all lanes of the egress queue in left0 towards right0; "left0->right0:3" is lane 3 alone. If
 * several links join the two nodes, the queue of each is sampled. Nodes may be patterns, see
 * FindNodes(): "leaf*->spine*:3", "switch *->host *".
 *
 * If a transport has no queue pairs, its channels are sampled instead
 * (MessageChannel::GetActivity()), by their number at the source's transport.
 *
 * A queue pair has a sample while it has something to send, and one more after its last bytes were
 * acknowledged; idle queue pairs have none.
 *
 * Samples are taken at Interval * k and RateInterval * k, k = 0, 1, ... They are instantaneous
 * values and running totals, so the mean of a rate over any window is a difference of two rows.
 *
 * The sampler costs nothing until it is started, and then one event per interval. It changes no
 * state of a model and not the order of other events, so results do not depend on the interval.
 * While it runs an event is always pending, so only a stop ends the simulation, not the lack of
 * events.
 */
class FabricSampler : public Object
{
  public:
    static constexpr uint64_t NO_WINDOW = UINT64_MAX; //!< congestion control without a window

    /** An egress queue to sample. */
    struct Queue
    {
        std::string name; //!< names of its nodes, and the lane if one is chosen
        uint32_t link;    //!< link id
        uint32_t side;    //!< 0 or 1: end of the link that sends
        int32_t lane;     //!< lane, below GetLaneCount() of the port; -1: sum of all
    };

    /** State of a queue at one time. */
    struct QueueSample
    {
        int64_t timePs;          //!< time of the sample in ps
        uint32_t queue;          //!< index into GetQueues()
        uint64_t queueBytes;     //!< frames that wait, without the one on the wire, in bytes
        uint64_t sentPackets;    //!< packets sent by the port since the start, without link control
        uint64_t sentFrameBytes; //!< bytes of their frames
    };

    /** State of a sender at one time. */
    struct RateSample
    {
        int64_t timePs;       //!< time of the sample in ps
        int32_t job;          //!< index of its job; -1: of no job
        uint32_t sourceHost;  //!< index of the host that sends
        uint32_t destHost;    //!< index of the host that receives
        uint32_t channel;     //!< MessageRecord::channel of its messages
        uint8_t serviceLevel; //!< MessageRecord::serviceLevel of its messages
        uint32_t queuePair;   //!< number of the queue pair or channel at the source
        uint64_t ratebps;     //!< rate that congestion control or transport allows on the wire, in
                              //!< bit/s
        uint64_t windowBytes; //!< payload that may be unacknowledged, in bytes; or NO_WINDOW
        uint64_t acknowledgedBytes; //!< payload acknowledged since the start, in bytes
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    ~FabricSampler() override;

    /**
     * @param topology topology in which names are looked up
     * @return queues of the attribute Queues
     * @throw InputError if a name does not exist
     */
    std::vector<Queue> FindQueues(const FabricTopology& topology) const;

    /**
     * Starts sampling now; forgets all earlier samples.
     *
     * @param parts parts of the network
     * @param topology topology from which it was built
     * @param jobs jobs to which queue pairs are attributed
     */
    void Start(const FabricParts& parts,
               const FabricTopology& topology,
               const std::vector<Ptr<GraphExecutor>>& jobs = {});

    /** Stops sampling and releases the network; the samples stay. */
    void Stop();

    /** @return sampled queues, in the order of the attribute */
    const std::vector<Queue>& GetQueues() const
    {
        return m_queues;
    }

    /** @return samples by time, then queue */
    const std::vector<QueueSample>& GetQueueSamples() const
    {
        return m_queueSamples;
    }

    /** @return samples by time, then host, then queue pair; without idle ones */
    const std::vector<RateSample>& GetRateSamples() const
    {
        return m_rateSamples;
    }

  protected:
    void DoDispose() override;

  private:
    /** A queue pair or channel that has had data to send. */
    struct Sender
    {
        int32_t job;                //!< index of its job; -1: of no job
        uint32_t channel;           //!< channel within the job
        uint64_t acknowledgedBytes; //!< value of its last sample, in bytes
    };

    /** Samples each queue and schedules the next sample. */
    void SampleQueues();
    /** Samples each sender that has data to send and schedules the next sample. */
    void SampleRates();
    Sender& FindSender(const void* whom);
    void SampleQueuePair(const RdmaNic& nic, const RdmaQueuePair& pair, int64_t nowPs);
    bool SampleChannel(const RdmaNic& nic,
                       uint32_t number,
                       const MessageChannel& channel,
                       int64_t nowPs);

    Time m_interval;                        //!< time between samples of queues, above 0
    Time m_rateInterval;                    //!< time between samples of senders; 0: never
    std::string m_names;                    //!< names of the queues; empty: none
    FabricParts m_parts;                    //!< empty while stopped
    std::vector<Ptr<GraphExecutor>> m_jobs; //!< empty while stopped
    std::unordered_map<const void*, Sender> m_senders; //!< used for look-ups only, never iterated
    std::vector<PendingIndices> m_pairs;               //!< by NIC: queue pairs that may send again
    std::vector<PendingIndices> m_channels;            //!< by NIC: channels that may send again
    EventId m_queueEvent;                              //!< next sample of queues
    EventId m_rateEvent;                               //!< next sample of senders
    std::vector<Queue> m_queues;
    std::vector<QueueSample> m_queueSamples; //!< by time
    std::vector<RateSample> m_rateSamples;   //!< by time
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_SAMPLER_H
