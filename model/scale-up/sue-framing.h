// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SUE_FRAMING_H
#define AI_FABRIC_SUE_FRAMING_H

#include "transaction-framing.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-scale-up
 * Scale Up Ethernet (OCP SUE 1.0) and its transport over other headers (SUE-T):
 *
 *     header | RH 8 | command, data, command, data ... | R-CRC 4 | FCS 4
 *
 * and preamble 8 and interpacket gap 12 on the wire. The header depends on Encapsulation:
 *
 *     udp              42   Ethernet 14, IPv4 20, UDP 8
 *     esun             18   MAC addresses 12, EtherType 2, ESUN header 4 (OCP ESUN 1.0)
 *     afh              14   AFH Gen 2 of 12 B in place of the MAC addresses, EtherType 2
 *     afh-compressed    6   AFH Gen 2 of 6 B, with which Broadcom counts 10 B of headers with FCS
 *
 * RH (version, opcode, XPU, next PSN, virtual channel, partition, acknowledged PSN) and R-CRC are
 * those of the transport. SUE Lite has none of them (Reliability): then the only answer to a
 * message is the command of its response. A frame has at least 64 B. The specification leaves the
 * command to the XPU, so its length is assumed. In a shared frame RH acknowledges, and without RH
 * the answers are commands. Captures have SueCodec's frames; those with a compressed AFH have none,
 * as its fields are not published.
 */
class SueFraming final : public TransactionFraming
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param encapsulation value of the attribute Encapsulation
     * @return length of the header in bytes, without FCS
     * @throw InputError if the attribute does not allow it
     */
    static uint32_t GetEncapsulationBytes(const std::string& encapsulation);

  private:
    void NotifyConstructionCompleted() override;
    uint8_t DoGetHeaderBytes(RdmaOpcode opcode) const override;
    uint32_t DoGetContentsBytes(const Contents& contents) const override;
    Ptr<const FabricPacketCodec> DoMakeCodec() const override;

    std::string m_encapsulation; //!< header before RH
    bool m_reliability{true};    //!< packets have RH and R-CRC
};

} // namespace ns3

#endif // AI_FABRIC_SUE_FRAMING_H
