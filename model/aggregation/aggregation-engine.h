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
 * The aggregation node of a switch: sums up what comes from the children of a tree and hands down
 * results (Graham et al., "Scalable Hierarchical Aggregation Protocol (SHArP)", COMHPC 2016).
 *
 * Packets of a tree have numbers, and each child sends each number once, in order. The first
 * packet of a number becomes the sum, the further ones are added to it and consumed. With t the
 * time at which the last child's packet is here, behind the pipeline, and B the rate of the
 * arithmetic, the sum of packet i leaves this engine at
 *
 *     done(i) = max(t, done(i - 1)) + payload / B,     out(i) = done(i) + latency
 *
 * for the queue of the parent's port, or, at the root, as the result for those of all children. A
 * result from the parent goes to all children at once.
 *
 * The operands and results are in memory of the engine's own: the input buffer of a packet is free
 * again as soon as the packet is here, and what is sent waits for credits and its turn in the
 * queue of its lane as any other packet does. What limits that memory is the window of the
 * members, none of which sends number i before it has the result of i - window.
 *
 * A packet carries data only where some is needed: on the way up from those who contribute, on the
 * way down to those who want the result. The others exchange packets without payload, so that
 * every member answers for every number.
 *
 * Links are taken as lossless: a number that is missing ends the service of its child, and the
 * members find out by their timeouts.
 *
 * Invariants: a sum that leaves has one packet of each child in it; numbers leave in order;
 * received = consumed + sums waiting for children or for their time.
 */
class AggregationEngine final : public Object, public PacketConsumer
{
  public:
    static constexpr uint16_t NO_PORT = UINT16_MAX; //!< instead of the root's way up

    /** One child of a tree: a port, and the members below it. */
    struct Child
    {
        uint16_t port;        //!< number
        uint32_t firstMember; //!< those below it are numbered one after another
        uint32_t memberCount; //!< at least 1
    };

    /** What this switch has to know of a tree. */
    struct TreeSettings
    {
        uint32_t tree;               //!< number in the network
        uint16_t parent;             //!< port number; NO_PORT: this is the root
        std::vector<Child> children; //!< at least one
        uint32_t window;             //!< packet numbers under way, at least 1
        uint32_t emptyFrameBytes;    //!< frame of a packet without payload
        uint32_t emptyWireBytes;     //!< the same on the wire
        int64_t latencyPs;           //!< of summing up, not negative
        uint64_t ratebps;            //!< of summing up, in payload of results; 0: no limit
        bool rootToo{false};         //!< whether the root of a broadcast gets its data back
    };

    /** What has happened in all trees. */
    struct Counters
    {
        uint64_t contributions{0}; //!< packets from below
        uint64_t sums{0};          //!< of these, that completed a sum
        uint64_t results{0};       //!< packets from above
        uint64_t strays{0};        //!< of no tree, or behind a number that is missing
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    AggregationEngine();
    ~AggregationEngine() override;

    /**
     * @param fabricSwitch that it serves and is aggregated to; its ports are complete, and from now
     *        on hand packets of aggregation to this
     */
    void Attach(FabricSwitch& fabricSwitch);

    /** @param settings of a further tree, which must not be in use */
    void AddTree(const TreeSettings& settings);

    /** @return how many trees it has */
    uint32_t GetTreeCount() const
    {
        return static_cast<uint32_t>(m_trees.size());
    }

    /** @return what has happened so far */
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

    /** @param tree number from a packet @return it; null if there is no such tree here */
    Tree* Find(uint32_t tree) const;

    FabricSwitch* m_switch{nullptr};            //!< on the same node
    std::vector<std::unique_ptr<Tree>> m_trees; //!< in the order they were added
    std::vector<uint32_t> m_place;              //!< index into m_trees by number of the tree
    Counters m_counters;
};

} // namespace ns3

#endif // AI_FABRIC_AGGREGATION_ENGINE_H
