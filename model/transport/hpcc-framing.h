// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HPCC_FRAMING_H
#define AI_FABRIC_HPCC_FRAMING_H

#include "rdma-framing.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * The lengths that the HPCC simulator and its heirs count, for numbers that compare without
 * scaling: PPP 14 + IPv4 20 + UDP 8 + sequence and priority 6 around data, so 1048 B for 1000 B of
 * payload; PPP 14 + IPv4 20 + 12 around acknowledgements, at least 60 B. No preamble, gap, FCS or
 * ICRC, and no extended headers. In-band telemetry is added by whoever collects it, 42 B for up to
 * five switches here as there.
 *
 * Not as there: payload is padded to 4 B, and data of less than 12 B of payload is 60 B long, too.
 * No real frame has these lengths, so there is no codec and nothing can be captured.
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
