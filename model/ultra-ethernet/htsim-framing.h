// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HTSIM_FRAMING_H
#define AI_FABRIC_HTSIM_FRAMING_H

#include "uet-framing.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-ultra-ethernet
 * The lengths that htsim counts, the simulator of Ultra Ethernet's authors, for numbers that
 * compare without scaling (uecpacket.h, uec.h): 64 B around the payload of a packet, which is 4086
 * B by default there, and 64 B for whatever has none: acknowledgements, requests to send again,
 * credits, and headers of what was trimmed. No preamble and no gap. A tag adds its 4 B.
 *
 * Not as there: payload is padded to 4 B. No real frame has these lengths, so there is no codec and
 * nothing can be captured.
 */
class HtsimFraming final : public UetFraming
{
  public:
    static constexpr uint32_t PACKET_BYTES = 64; //!< of each packet without payload

    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void NotifyConstructionCompleted() override;
    Ptr<const FabricPacketCodec> DoMakeCodec() const override;
    uint8_t DoGetSublayerBytes(UetType type) const override;
};

} // namespace ns3

#endif // AI_FABRIC_HTSIM_FRAMING_H
