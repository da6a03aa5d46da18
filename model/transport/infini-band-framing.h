// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_INFINI_BAND_FRAMING_H
#define AI_FABRIC_INFINI_BAND_FRAMING_H

#include "rdma-framing.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * InfiniBand (IBTA vol. 1, 5.2): LRH 8 [GRH 40] | BTH ... ICRC | VCRC 2, and delimiters on the
 * wire. Without a GRH a full 4096 B packet in the middle of a message is 4122 B long, an
 * acknowledgement 30 B.
 */
class InfiniBandFraming final : public RdmaFraming
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void NotifyConstructionCompleted() override;
    Ptr<const FabricPacketCodec> DoMakeCodec() const override;

    uint32_t m_delimiterBytes; //!< delimiters per packet on the wire
    bool m_grh;                //!< packets carry a GRH
};

} // namespace ns3

#endif // AI_FABRIC_INFINI_BAND_FRAMING_H
