// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UB_FRAMING_H
#define AI_FABRIC_UB_FRAMING_H

#include "transaction-framing.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-scale-up
 * Huawei's Unified Bus (UB): each memory transaction is a packet of flits of 20 B.
 *
 *     data link 4 | network 8 | [source route 8] | command | data
 *
 * The network header is that of 16-bit addresses. The command is a compact transaction header of 4
 * B and 12 B for the memory access; the compact answer has 4 B. The source route is that of UB-Mesh
 * (arXiv 2503.20377): a pointer of 4 bits, a map of 12 bits that tells for each hop whether the
 * route or a table decides, and six instructions in the other 48 bits. The other lengths are those
 * of a public ns-3 model of the UB Base Specification. Its checks of blocks of flits are left out,
 * as their share was not found.
 */
class UbFraming final : public TransactionFraming
{
  public:
    static constexpr uint32_t FLIT_BYTES = 20;        //!< unit of packets
    static constexpr uint32_t HEADER_BYTES = 4 + 8;   //!< data link and network
    static constexpr uint32_t SOURCE_ROUTE_BYTES = 8; //!< source route of UB-Mesh
    static constexpr uint32_t ANSWER_BYTES = 4;       //!< compact answer

    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void NotifyConstructionCompleted() override;
    uint8_t DoGetHeaderBytes(RdmaOpcode opcode) const override;
    uint32_t DoGetDataBytes(uint32_t payloadBytes) const override;
    uint32_t DoGetContentsBytes(const Contents& contents) const override;
    uint32_t GetPacketBytes(uint32_t bytes) const;

    bool m_sourceRoute{false}; //!< packets have a source route
};

} // namespace ns3

#endif // AI_FABRIC_UB_FRAMING_H
