// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HTSIM_FRAMING_H
#define AI_FABRIC_HTSIM_FRAMING_H

#include "uet-framing.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-ultra-ethernet
 * Frame lengths of htsim, the simulator of Ultra Ethernet's authors, for results that compare
 * without scaling (uecpacket.h, uec.h). A packet has 64 B around its payload, which is 4086 B by
 * default in htsim. A packet without payload has 64 B: acknowledgements, requests to send again,
 * credits, and headers of trimmed packets. There is no preamble and no gap. A tag adds its 4 B.
 *
 * Unlike in htsim, payload is padded to 4 B. Real frames do not have these lengths, so there is no
 * codec and frames cannot be captured.
 */
class HtsimFraming final : public UetFraming
{
  public:
    static constexpr uint32_t PACKET_BYTES = 64; //!< length of a packet without payload

    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void NotifyConstructionCompleted() override;
    Ptr<const FabricPacketCodec> DoMakeCodec() const override;
    uint8_t DoGetSublayerBytes(UetType type) const override;
};

} // namespace ns3

#endif // AI_FABRIC_HTSIM_FRAMING_H
