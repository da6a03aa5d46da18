// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FULL_MESH_PATH_SELECTOR_H
#define AI_FABRIC_FULL_MESH_PATH_SELECTOR_H

#include "path-selector.h"

#include "ns3/detour-router.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * Detours within full meshes, as UB-Mesh's All-Path-Routing has them (arXiv 2503.20377): if the
 * direct link to the next switch of a path is dead or crowded, a packet goes there over a third
 * switch that has links to both.
 *
 * Each switch decides for its own link. It takes a detour if the link is down, or if
 *
 *     queue(direct) > Weight * queue(detour) + BiasBytes
 *
 * where the detour is the live link with the fewest queued bytes. The third switch forwards such a
 * packet by its routes, without a detour of its own. With FullMeshRouting a path takes one
 * dimension after the other, and at most two links in each.
 *
 * The paper says that sources use all paths and change them dynamically. The rule of choice and its
 * constants are not published; the rule is that of UgalLPathSelector.
 */
class FullMeshPathSelector final : public PathSelector, public DetourRouter
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    void SetForwarding(const std::vector<uint32_t>& groupOfHost,
                       const std::vector<std::vector<uint16_t>>& groups) override;
    void SetLanesOfMinimalPaths(const std::vector<uint8_t>& lanes) override;
    uint16_t Route(FabricPacket& packet) override;
    bool StaysNear() const override;

  private:
    /** FabricPacket::pathTag: the packet is on the first link of a detour. */
    static constexpr uint64_t ON_DETOUR = 1;

    uint16_t DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports) override;
    bool DoKeepsOrder() const override;
    bool DoWritesTags() const override;
    DetourRouter* DoGetDetours() override;

    uint64_t GetPortBytes(uint16_t port) const;
    bool IsDead(uint16_t port) const;
    uint16_t FindDetour(uint16_t direct, uint32_t entropy) const;
    void FindNeighbours();

    uint32_t m_weight;
    uint64_t m_biasBytes;
    std::vector<uint32_t> m_groupOfHost;         //!< by host index: index into m_groups
    std::vector<std::vector<uint16_t>> m_groups; //!< port numbers, ascending
    /** By port: other ports whose switches have a link to the switch behind the port. */
    std::vector<std::vector<uint16_t>> m_around;
};

} // namespace ns3

#endif // AI_FABRIC_FULL_MESH_PATH_SELECTOR_H
