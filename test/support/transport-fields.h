// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRANSPORT_FIELDS_H
#define AI_FABRIC_TRANSPORT_FIELDS_H

#include "ns3/fabric-packet.h"
#include "ns3/rdma-header.h"

#include <cstdint>
#include <cstdio>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3
{

/** @param digits at least @return as tshark prints hexadecimal fields */
inline std::string
Hex(uint64_t value, int digits)
{
    char text[24];
    std::snprintf(text, sizeof(text), "0x%0*llx", digits, static_cast<unsigned long long>(value));
    return text;
}

/** The fields of tshark from the BTH on. */
inline const std::vector<std::string> TRANSPORT_FIELDS = {"infiniband.bth.opcode",
                                                          "infiniband.bth.padcnt",
                                                          "infiniband.bth.p_key",
                                                          "infiniband.bth.destqp",
                                                          "infiniband.bth.a",
                                                          "infiniband.bth.psn",
                                                          "infiniband.reth.va",
                                                          "infiniband.reth.dmalen",
                                                          "infiniband.aeth.syndrome",
                                                          "infiniband.aeth.msn",
                                                          "infiniband.immdt",
                                                          "infiniband.deth.srcqp",
                                                          "infiniband.atomiceth.swapdt",
                                                          "infiniband.atomiceth.cmpdt",
                                                          "infiniband.atomicacketh.origremdt"};

/** @param packet a TRANSPORT packet @return what tshark must say of TRANSPORT_FIELDS */
inline std::vector<std::string>
ExpectedTransportFields(const FabricPacket& packet)
{
    const auto& transport = packet.As<RdmaHeader>();
    const auto* operands = dynamic_cast<const AtomicOperands*>(packet.extras.get());
    const bool request = operands && transport.opcode != RdmaOpcode::ATOMIC_ACKNOWLEDGE;
    const bool reth = transport.opcode == RdmaOpcode::WRITE_FIRST ||
                      transport.opcode == RdmaOpcode::WRITE_ONLY ||
                      transport.opcode == RdmaOpcode::WRITE_ONLY_IMM ||
                      transport.opcode == RdmaOpcode::READ_REQUEST;
    const bool aeth =
        transport.opcode == RdmaOpcode::ACKNOWLEDGE ||
        transport.opcode == RdmaOpcode::ATOMIC_ACKNOWLEDGE ||
        (IsReadResponse(transport.opcode) && transport.opcode != RdmaOpcode::READ_RESPONSE_MIDDLE);
    const bool datagram = transport.sourceQp != 0;
    return {std::to_string(static_cast<int>(transport.opcode)),
            std::to_string((4 - packet.payloadBytes % 4) % 4),
            "65535",
            Hex(packet.destEndpoint, 6),
            transport.ackRequest ? "1" : "0",
            std::to_string(transport.psn),
            reth || request ? Hex(transport.address, 16) : "",
            reth ? std::to_string(transport.length) : "",
            aeth ? std::to_string(transport.syndrome) : "",
            aeth ? std::to_string(transport.msn) : "",
            HasImmediate(transport.opcode) ? Hex(transport.immediate, 8).substr(2) : "",
            datagram ? Hex(transport.sourceQp, 8) : "",
            request ? std::to_string(operands->swapOrAdd) : "",
            request ? std::to_string(operands->compare) : "",
            operands && !request ? std::to_string(operands->original) : ""};
}

/** Enough to see that what follows did not disturb. */
inline const std::vector<std::string> SHORT_FIELDS = {"frame.len",
                                                      "infiniband.bth.opcode",
                                                      "infiniband.bth.psn"};

/** @param frames what tshark says of SHORT_FIELDS @param packets TRANSPORT packets */
inline void
ExpectShortForm(const std::vector<std::vector<std::string>>& frames,
                const std::vector<FabricPacketPtr>& packets)
{
    ASSERT_EQ(frames.size(), packets.size());
    for (size_t i = 0; i < frames.size(); ++i)
    {
        const auto& transport = packets[i]->As<RdmaHeader>();
        EXPECT_EQ(frames[i],
                  std::vector<std::string>({std::to_string(packets[i]->frameBytes),
                                            std::to_string(static_cast<int>(transport.opcode)),
                                            std::to_string(transport.psn)}));
    }
}

} // namespace ns3

#endif // AI_FABRIC_TRANSPORT_FIELDS_H
