// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ROCE_V2_FRAMING_H
#define AI_FABRIC_ROCE_V2_FRAMING_H

#include "rdma-framing.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * RoCEv2 over IPv4 (IBTA annex A17): Ethernet 14 [+ 802.1Q tag 4] + IPv4 20 + UDP 8 | BTH ... ICRC
 * | FCS 4; preamble 8 and interpacket gap 12 on the wire. A full 4096 B packet in the middle of
 * a message is 4158 B long and takes 4178 B on the wire, an acknowledgement 66 B and 86 B. A frame
 * has at least 64 B.
 */
class RoceV2Framing final : public RdmaFraming
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void NotifyConstructionCompleted() override;
    Ptr<const FabricPacketCodec> DoMakeCodec() const override;

    bool m_vlanTag; //!< frames carry an 802.1Q tag
};

} // namespace ns3

#endif // AI_FABRIC_ROCE_V2_FRAMING_H
