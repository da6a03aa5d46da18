// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CONGA_PATH_SELECTOR_H
#define AI_FABRIC_CONGA_PATH_SELECTOR_H

#include "flowlet-state.h"
#include "leaf-directory.h"
#include "path-selector.h"

#include "ns3/discounting-rate.h"
#include "ns3/flow-table.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * CONGA (Alizadeh et al., SIGCOMM'14): each leaf sends a flowlet by the uplink whose whole path is
 * least used. Leaves report the use of paths to each other.
 *
 *     use(link)    = floor(2^MetricBits * DiscountingRate), at most 2^MetricBits - 1
 *     on the way:  tag.metric = max(tag.metric, use(link)) at each switch
 *     last leaf:   from[first leaf][tag.path] = tag.metric
 *     first leaf:  to[last leaf][path] = returned metric; 0 if it is older than Aging
 *     a flowlet:   the uplink with the least max(use(uplink), to[last leaf][uplink])
 *
 * Each packet from the last leaf to the first leaf carries one entry of from[] back; entries that
 * have changed go first. Among equal uplinks a flowlet stays on the port of its flow, else a port
 * is drawn.
 *
 * A leaf learns from tags which leaf a host belongs to, so it does not know the leaf of a host that
 * never sent. All packets between leaves carry tags, including acknowledgements. The tags are bits
 * of existing headers (VXLAN in the paper); no byte is added. Switches without hosts choose by
 * hash.
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
     * @param uplink number of a port of this leaf
     * @param nowPs current time, in ps
     * @return last reported use of the path by this uplink to the host's leaf, 0 to 2^MetricBits -
     * 1
     */
    uint32_t GetRemoteUse(uint32_t host, uint16_t uplink, int64_t nowPs) const;

  private:
    /** Reported use of a path. */
    struct Use
    {
        int64_t timePs{NEVER_PS}; //!< time of the report, in ps; NEVER_PS: none came
        uint8_t metric{0};
        bool isNews{false}; //!< from[]: it has changed and has not been reported yet
    };

    /** State about another leaf. */
    struct Leaf
    {
        std::vector<Use> to;   //!< by port of this leaf
        std::vector<Use> from; //!< by port of that leaf
        uint16_t next{0};      //!< first entry of from[] to consider for the next report
    };

    uint16_t DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports) override;
    bool DoKeepsOrder() const override;
    void DoStart() override;
    bool DoSeesEveryPacket() const override;
    void DoNotifyForward(FabricPacket& packet, uint16_t egress) override;
    uint16_t ChooseUplink(const FabricPacket& packet,
                          const std::vector<uint16_t>& ports,
                          const FlowletState& flow);
    uint32_t GetUse(uint16_t port, int64_t nowPs);
    void Learn(const FabricPacket& packet);
    void Send(FabricPacket& packet, uint16_t egress);

    FlowTable<FlowletState> m_flows;     //!< flows from hosts of this leaf
    std::vector<DiscountingRate> m_uses; //!< by port
    std::vector<uint8_t> m_hosts;        //!< by port: 1 if a host is behind it
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
