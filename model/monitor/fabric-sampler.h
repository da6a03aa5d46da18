// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_FABRIC_SAMPLER_H
#define AI_FABRIC_FABRIC_SAMPLER_H

#include "fabric-parts.h"

#include "ns3/event-id.h"
#include "ns3/fabric-topology.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-monitor
 * Looks at chosen egress queues and at the queue pairs of a running simulation, again and again.
 *
 * A queue is named by the nodes of its link, as the topology names them: "left0->right0" is what
 * waits in left0 for right0, of all priorities; "left0->right0:3" is that of priority 3 alone. If
 * several links join the two nodes, the queue of each is sampled.
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
    /** An egress queue that is looked at. */
    struct Queue
    {
        std::string name; //!< as it was written
        uint32_t link;    //!< link id
        uint32_t side;    //!< 0 or 1: the end of the link whose queue it is
        int32_t priority; //!< below GetLaneCount() of the port; -1 for all together
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
        int64_t timePs;             //!< when
        uint32_t sourceHost;        //!< index of the host that sends
        uint32_t destHost;          //!< index of the host that receives
        uint32_t queuePair;         //!< number of the queue pair at the source
        uint64_t ratebps;           //!< what the congestion control allows on the wire
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
     */
    void Start(const FabricParts& parts, const FabricTopology& topology);

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

    /** @return by time, then host, then queue pair; only those that have had something to send */
    const std::vector<RateSample>& GetRateSamples() const
    {
        return m_rateSamples;
    }

  protected:
    void DoDispose() override;

  private:
    void SampleQueues();
    void SampleRates();

    Time m_interval;      //!< positive
    Time m_rateInterval;  //!< 0: never
    std::string m_names;  //!< of the queues; empty: none
    FabricParts m_parts;  //!< empty unless it runs
    EventId m_queueEvent; //!< next look at queues
    EventId m_rateEvent;  //!< next look at queue pairs
    std::vector<Queue> m_queues;
    std::vector<QueueSample> m_queueSamples;
    std::vector<RateSample> m_rateSamples;
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_SAMPLER_H
