// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_AGGREGATION_ENGINE_H
#define AI_FABRIC_AGGREGATION_ENGINE_H

#include "ns3/fabric-event.h"
#include "ns3/fabric-switch.h"
#include "ns3/fabric-units.h"
#include "ns3/packet-consumer.h"
#include "ns3/packet-fifo.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-aggregation
 * The aggregation node of a switch: sums up the packets from the children of a tree and hands down
 * results (Graham et al., "Scalable Hierarchical Aggregation Protocol (SHArP)", COMHPC 2016).
 *
 * Packets of a tree have numbers, and each child sends each number once, in order. The first packet
 * of a number becomes the sum; the engine adds the other packets to it and consumes them. Let t be
 * the time at which the last child's packet has passed the pipeline, and B the rate of the
 * arithmetic. Then the sum of packet i leaves the engine at
 *
 *     done(i) = max(t, done(i - 1)) + payload / B,     out(i) = done(i) + latency
 *
 * and goes to the queue of the parent's port, or, at the root, as the result to all children. A
 * result from the parent goes to all children at once.
 *
 * Operands and results are in a memory of the engine: the input buffer of a packet is free again
 * when the packet reaches the engine, and packets that leave wait for credits and for their turn in
 * the queue of their lane like any other. The window of the members limits that memory: no member
 * sends number i before it has the result of i - window.
 *
 * A packet carries data only where data is needed: on the way up from members that contribute, on
 * the way down to members that want the result. The others exchange packets without payload, so
 * that every member answers every number.
 *
 * Links are assumed lossless: after a missing number the engine ignores that child, and the members
 * notice by their timeouts.
 *
 * Invariants: a sum that leaves has one packet of each child in it; numbers leave in order;
 * received = consumed + sums waiting for children or for their time.
 */
class AggregationEngine final : public Object, public PacketConsumer
{
  public:
    static constexpr uint16_t NO_PORT = UINT16_MAX; //!< parent of the root, which has none

    /** One child of a tree: a port, and the members below it. */
    struct Child
    {
        uint16_t port;        //!< number of the port
        uint32_t firstMember; //!< lowest number of a member below the port; others follow in order
        uint32_t memberCount; //!< members below the port, at least 1
    };

    /** Settings of a tree at this switch. */
    struct TreeSettings
    {
        uint32_t tree;               //!< number of the tree in the network
        uint16_t parent;             //!< port number; NO_PORT: this is the root
        std::vector<Child> children; //!< at least one
        uint32_t window;             //!< packet numbers in flight, at least 1
        uint32_t emptyFrameBytes;    //!< frame of a packet without payload, in bytes
        uint32_t emptyWireBytes;     //!< size of that frame on the wire, in bytes
        int64_t latencyPs;           //!< latency of the arithmetic in ps, at least 0
        uint64_t ratebps;    //!< rate of the arithmetic in bit/s of result payload; 0: no limit
        bool rootToo{false}; //!< true: the root of a broadcast gets its data back
    };

    /** Counters of all trees. */
    struct Counters
    {
        uint64_t contributions{0}; //!< packets from below
        uint64_t sums{0};          //!< contributions that completed a sum
        uint64_t results{0};       //!< packets from above
        uint64_t strays{0};        //!< packets of an unknown tree, or behind a missing number
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    AggregationEngine();
    ~AggregationEngine() override;

    /**
     * @param fabricSwitch switch to serve, to which the engine is aggregated; its ports are
     *         complete, and hand aggregation packets to the engine from now on
     */
    void Attach(FabricSwitch& fabricSwitch);

    /** @param settings settings of a further tree, whose number is not in use */
    void AddTree(const TreeSettings& settings);

    /** @return number of trees */
    uint32_t GetTreeCount() const
    {
        return static_cast<uint32_t>(m_trees.size());
    }

    /** @return counters since the start */
    const Counters& GetCounters() const
    {
        return m_counters;
    }

    void Consume(FabricNetDevice& port, FabricPacketPtr packet) override;
    void NotifyConsumerSent(FabricNetDevice& port,
                            const FabricPacket& packet,
                            int64_t startPs) override;

  protected:
    void DoDispose() override;

  private:
    class Tree;

    /**
     * @param tree number of a tree, from a packet
     * @return the tree; null if this switch has no such tree
     */
    Tree* Find(uint32_t tree) const;

    FabricSwitch* m_switch{nullptr};            //!< on the same node
    std::vector<std::unique_ptr<Tree>> m_trees; //!< in the order they were added
    std::vector<uint32_t> m_place;              //!< index into m_trees, by number of the tree
    Counters m_counters;
};

} // namespace ns3

#endif // AI_FABRIC_AGGREGATION_ENGINE_H
