// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HPCC_FRAMING_H
#define AI_FABRIC_HPCC_FRAMING_H

#include "rdma-framing.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * Frame lengths of the HPCC simulator and its descendants, so that results compare without scaling:
 * PPP 14 + IPv4 20 + UDP 8 + sequence and priority 6 around data, which gives 1048 B for 1000 B of
 * payload; PPP 14 + IPv4 20 + 12 around acknowledgements, at least 60 B. There is no preamble, gap,
 * FCS or ICRC, and there are no extended headers. The part that collects in-band telemetry adds its
 * length, 42 B for up to five switches, the same as in that simulator.
 *
 * Differences: payload is padded to 4 B, and data packets with less than 12 B of payload are also
 * 60 B long. Real frames do not have these lengths, so there is no codec and no capture.
 */
class HpccFraming final : public RdmaFraming
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void NotifyConstructionCompleted() override;
    uint8_t DoGetHeaderBytes(RdmaOpcode opcode) const override;
};

} // namespace ns3

#endif // AI_FABRIC_HPCC_FRAMING_H
