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
 * How often each egress port of each switch held how much, as the HPCC simulator counts it: a look
 * at all of them every Interval from Start to Stop, and a snapshot of the counts since Start
 * whenever the time is a multiple of DumpInterval; one more is taken at the end, where that
 * simulator drops what came since the last.
 *
 * Like FabricSampler it costs nothing unless it is started, changes no state of a model, and keeps
 * an event pending while it runs.
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
        uint32_t side; //!< 0 or 1: the end of the link
    };

    /** The counts at one time. */
    struct Snapshot
    {
        int64_t timePs; //!< when
        /**
         * By port: how often it held [k, k + 1) * BIN_BYTES, all lanes together; up to the largest
         * seen.
         */
        std::vector<std::vector<uint64_t>> counts;
    };

    /** What was found. */
    struct Record
    {
        std::vector<Port> ports;         //!< by node, then link
        std::vector<Snapshot> snapshots; //!< by time
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    ~QueueHistogram() override;

    /**
     * Begins anew, at Start or now if that is past.
     *
     * @param parts of the network
     * @param topology that it was built from
     */
    void Start(const FabricParts& parts, const FabricTopology& topology);

    /** Ends it and lets go of the network. @return what was found */
    Record Finish();

    /** @throw InputError if Stop is not after Start */
    void Validate() const;

  protected:
    void DoDispose() override;

  private:
    /** Counts every port, and plans the next look. */
    void Look();
    /** Adds the counts so far to the record. */
    void TakeSnapshot(int64_t nowPs);

    Time m_interval;                             //!< positive
    Time m_start;                                //!< of the simulation
    Time m_stop;                                 //!< of the simulation; 0: never
    Time m_dumpInterval;                         //!< positive
    FabricParts m_parts;                         //!< empty unless it runs
    EventId m_event;                             //!< next look
    Record m_record;                             //!< what was found
    std::vector<std::vector<uint64_t>> m_counts; //!< those of the next snapshot
    bool m_isNew{false};                         //!< there are counts that no snapshot has
    int64_t m_lastPs{0};                         //!< of the last look
};

} // namespace ns3

#endif // AI_FABRIC_QUEUE_HISTOGRAM_H
