// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_QUEUE_HISTOGRAM_H
#define AI_FABRIC_QUEUE_HISTOGRAM_H

#include "fabric-parts.h"

#include "ns3/event-id.h"
#include "ns3/fabric-topology.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-monitor
 * Histogram of the bytes in each egress port of each switch, counted like the HPCC simulator: all
 * ports are counted every Interval from Start to Stop, and a snapshot of the counts since Start is
 * stored whenever the time is a multiple of DumpInterval. One more snapshot is stored at the end,
 * where that simulator drops the counts since the last one.
 *
 * Like FabricSampler the histogram costs nothing until it is started, changes no state of a model,
 * and keeps an event pending while it runs.
 */
class QueueHistogram : public Object
{
  public:
    static constexpr uint64_t BIN_BYTES = 1000; //!< width of a bin

    /** An egress port of a switch. */
    struct Port
    {
        uint32_t node; //!< node id in the topology
        uint32_t link; //!< link id
        uint32_t side; //!< 0 or 1: end of the link at the switch
    };

    /** The counts at one time. */
    struct Snapshot
    {
        int64_t timePs; //!< time of the snapshot in ps
        /**
         * By port: number of counts with [k, k + 1) * BIN_BYTES in all lanes together; up to the
         * largest bin used.
         */
        std::vector<std::vector<uint64_t>> counts;
    };

    /** The result of a run. */
    struct Record
    {
        std::vector<Port> ports;         //!< by node, then link
        std::vector<Snapshot> snapshots; //!< by time
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    ~QueueHistogram() override;

    /**
     * Clears the counts and starts at Start, or now if that is past.
     *
     * @param parts parts of the network
     * @param topology topology from which it was built
     */
    void Start(const FabricParts& parts, const FabricTopology& topology);

    /** Stops and releases the network. @return the result */
    Record Finish();

    /** @throw InputError if Stop is not after Start */
    void Validate() const;

  protected:
    void DoDispose() override;

  private:
    /** Counts every port and schedules the next count. */
    void Look();
    /** Stores a snapshot of the counts. @param nowPs time in ps */
    void TakeSnapshot(int64_t nowPs);

    Time m_interval;                             //!< time between counts, above 0
    Time m_start;                                //!< simulation time of the first count
    Time m_stop;                                 //!< simulation time of the end; 0: never
    Time m_dumpInterval;                         //!< time between snapshots, above 0
    FabricParts m_parts;                         //!< empty while stopped
    EventId m_event;                             //!< next count
    Record m_record;                             //!< result so far
    std::vector<std::vector<uint64_t>> m_counts; //!< counts of the next snapshot
    bool m_isNew{false};                         //!< true: there are counts since the last snapshot
    int64_t m_lastPs{0};                         //!< time of the last count, in ps
};

} // namespace ns3

#endif // AI_FABRIC_QUEUE_HISTOGRAM_H
