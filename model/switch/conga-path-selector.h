// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CONGA_PATH_SELECTOR_H
#define AI_FABRIC_CONGA_PATH_SELECTOR_H

#include "discounting-rate.h"
#include "flowlet-state.h"
#include "leaf-directory.h"
#include "path-selector.h"

#include "ns3/flow-table.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * CONGA (Alizadeh et al., SIGCOMM'14): leaves lay flowlets on the uplinks whose whole path is least
 * used, of which they tell each other.
 *
 *     use(link)    = floor(2^MetricBits * DiscountingRate), at most 2^MetricBits - 1
 *     on the way:  tag.metric = max(tag.metric, use(link)) at each switch
 *     last leaf:   from[first leaf][tag.path] = tag.metric
 *     first leaf:  to[last leaf][path] = what came back; 0 if that is older than Aging
 *     a flowlet:   the uplink with the least max(use(uplink), to[last leaf][uplink])
 *
 * With each packet from the last leaf to the first one of from[] goes back, one that has changed
 * before others. Among equal uplinks a flowlet stays where its flow was, else one is drawn.
 *
 * Which leaf a host belongs to is learned from tags, so it knows nothing of a host that never sent.
 * All packets between leaves carry tags, acknowledgements too; they are bits of headers that are
 * there anyway (VXLAN in the paper), no byte is added. Switches without hosts hash where they have
 * a choice.
 *
 * Packets overtake each other if Gap is shorter than paths differ in delay.
 */
class CongaPathSelector final : public PathSelector
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param host index
     * @param uplink number of a port
     * @param nowPs the time
     * @return what is known of the use of that way to the host's leaf
     */
    uint32_t GetRemoteUse(uint32_t host, uint16_t uplink, int64_t nowPs) const;

  private:
    /** The use of a path. */
    struct Use
    {
        int64_t timePs{NEVER_PS}; //!< since when; NEVER_PS: nobody told
        uint8_t metric{0};
        bool isNews{false}; //!< from[]: it has not been told since it changed
    };

    /** Another leaf. */
    struct Leaf
    {
        std::vector<Use> to;   //!< by port of this leaf
        std::vector<Use> from; //!< by port of that leaf
        uint16_t next{0};      //!< of from[], where to look for what to tell
    };

    uint16_t DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports) override;
    bool DoKeepsOrder() const override;
    void DoStart() override;
    bool DoIsTold() const override;
    void DoNotifyForward(FabricPacket& packet, uint16_t egress) override;
    uint16_t ChooseUplink(const FabricPacket& packet,
                          const std::vector<uint16_t>& ports,
                          const FlowletState& flow);
    uint32_t GetUse(uint16_t port, int64_t nowPs);
    void Learn(const FabricPacket& packet);
    void Send(FabricPacket& packet, uint16_t egress);

    FlowTable<FlowletState> m_flows;     //!< from hosts of this leaf
    std::vector<DiscountingRate> m_uses; //!< by port
    std::vector<uint8_t> m_hosts;        //!< by port: whether a host is behind it
    LeafDirectory<Leaf> m_leaves;
    Time m_gap;
    Time m_interval;
    double m_discount;
    uint32_t m_metricBits;
    Time m_aging;
    uint32_t m_seed;
};

} // namespace ns3

#endif // AI_FABRIC_CONGA_PATH_SELECTOR_H
