// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UET_FRAMING_H
#define AI_FABRIC_UET_FRAMING_H

#include "uet-header.h"

#include "ns3/fabric-framing.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-ultra-ethernet
 * Ultra Ethernet Transport over UDP and IPv4 (UE 1.0, 3.4 and 3.5):
 *
 *     Ethernet 14 [+ 802.1Q 4] | IPv4 20 | UDP 8 | PDS | SES | payload, pad | FCS 4
 *     PDS   request 12, with demand 16; ACK_CC 32, ACK_CCX 44; NACK 16; control 16;
 *           RUDI request and response 8, UUD request 4
 *     SES   standard request 44; response in an acknowledgement 12; else none
 *
 * and preamble 8 and interpacket gap 12 on the wire. Lengths of the frame and on the wire:
 *
 *     packet of 4096 B       4198 B and 4218 B; RUDI 4194 B and 4214 B; UUD 4190 B and 4210 B
 *     acknowledgement        90 B and 110 B; RUDI 66 B and 86 B
 *
 * A frame has at least 64 B.
 *
 * The lengths of both sublayers are from the specification's tables, as in open implementations.
 * Assumptions: each acknowledgement, and each response of RUDI, has one response of the semantic
 * sublayer; payload is padded to 4 B; the optional encryption and end-to-end CRC are not used.
 */
class UetFraming : public FabricFraming
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param type packet type
     * @param payloadBytes payload in bytes
     * @return length of the frame in bytes
     */
    uint32_t GetUetFrameBytes(UetType type, uint32_t payloadBytes) const
    {
        return GetFrameBytes(m_sublayerBytes[static_cast<uint8_t>(type)] +
                             PaddedBytes(payloadBytes));
    }

  protected:
    /** Computes lengths from the attributes. */
    void NotifyConstructionCompleted() override;

    /** @return bytes of the 802.1Q tag that frames carry, or 0 */
    uint32_t GetTagBytes() const;

  private:
    Ptr<const FabricPacketCodec> DoMakeCodec() const override;

    /**
     * Called once for each type.
     *
     * @param type packet type
     * @return bytes of its sublayers, without payload; UetSublayers::GetHeaderBytes() by default
     */
    virtual uint8_t DoGetSublayerBytes(UetType type) const;

    static constexpr size_t TYPES = 32; //!< number of types that fit into five bits of a header

    std::array<uint8_t, TYPES> m_sublayerBytes{}; //!< around the payload, by type
    bool m_vlanTag;                               //!< frames carry an 802.1Q tag
};

} // namespace ns3

#endif // AI_FABRIC_UET_FRAMING_H
