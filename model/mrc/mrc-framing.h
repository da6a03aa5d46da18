// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MRC_FRAMING_H
#define AI_FABRIC_MRC_FRAMING_H

#include "mrc-sizes.h"

#include "ns3/fabric-framing.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-mrc
 * MRC over UDP and IP (OCP MRC 1.0, mrc.h; arXiv 2605.04333):
 *
 *     Ethernet 14 | IP | UDP 8 | BTH 12 | METH 4 [TSETH 4] RETH 16 [ImmDt 4] payload, pad |
 *     ICRC 4 | FCS 4
 *
 * and preamble 8 and interpacket gap 12 on the wire. IP depends on Encapsulation:
 *
 *     srv6         80   IPv6 in IPv6, a list of uSIDs as the outer destination
 *     structured   40   IPv6, entropy value in the flow label and in the UDP source port
 *     udp          20   IPv4, entropy value in the UDP source port
 *
 * A middle packet of 4096 B with time stamp and SRv6 has 4242 B, on the wire 4262 B. A frame has at
 * least 64 B. Assumed: IPv4 with udp, which is RoCEv2's framing; payload is padded to 4 B.
 */
class MrcFraming final : public FabricFraming
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param opcode opcode
     * @param payloadBytes payload in bytes
     * @return length of the frame in bytes
     */
    uint32_t GetMrcFrameBytes(MrcOpcode opcode, uint32_t payloadBytes) const
    {
        return GetFrameBytes(MrcSizes::GetHeaderBytes(opcode, m_timeStamps) +
                             PaddedBytes(payloadBytes) + MrcSizes::ICRC_BYTES);
    }

  private:
    /** Computes lengths from the attributes. */
    void NotifyConstructionCompleted() override;
    Ptr<const FabricPacketCodec> DoMakeCodec() const override;

    std::string m_encapsulation; //!< srv6, structured or udp
    bool m_timeStamps;           //!< packets of messages carry a time stamp
};

} // namespace ns3

#endif // AI_FABRIC_MRC_FRAMING_H
