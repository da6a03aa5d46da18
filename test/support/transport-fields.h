// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRANSPORT_FIELDS_H
#define AI_FABRIC_TRANSPORT_FIELDS_H

#include "sample-packets.h"

#include "ns3/boolean.h"
#include "ns3/fabric-packet.h"
#include "ns3/pcap-file-wrapper.h"
#include "ns3/rdma-header.h"
#include "ns3/rdma-headers.h"

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
inline const std::string TRANSPORT_FIELDS =
    "infiniband.bth.opcode infiniband.bth.padcnt infiniband.bth.p_key infiniband.bth.destqp "
    "infiniband.bth.a infiniband.bth.psn infiniband.reth.va infiniband.reth.dmalen "
    "infiniband.aeth.syndrome infiniband.aeth.msn infiniband.immdt infiniband.deth.srcqp "
    "infiniband.atomiceth.swapdt infiniband.atomiceth.cmpdt infiniband.atomicacketh.origremdt";

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
inline const std::string SHORT_FIELDS = "frame.len infiniband.bth.opcode infiniband.bth.psn";

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

/** Packets made by hand, for a file. */
class SamplePackets
{
  public:
    /** @param framing of the packets @param hosts that have an address */
    SamplePackets(Ptr<const RdmaFraming> framing, uint32_t hosts)
        : m_framing(std::move(framing)),
          m_hosts(hosts)
    {
    }

    void Add(RdmaOpcode opcode, uint32_t payloadBytes)
    {
        packets.push_back(MakeSamplePacket(opcode, payloadBytes, *m_framing, m_random, m_hosts));
    }

    /** Adds packets of each opcode with payloads of several lengths, if they have any. */
    void AddAll(const std::vector<RdmaOpcode>& opcodes)
    {
        for (const RdmaOpcode opcode : opcodes)
        {
            for (const uint32_t payload : {0, 1, 2, 3, 4, 1000, 1024, 4096})
            {
                if (HasPayload(opcode) || payload == 0)
                {
                    Add(opcode, payload);
                }
            }
        }
    }

    /** Adds packets with all that may follow a header. @param digestBytes of a digest; 0: any */
    void AddExtras(uint32_t digestBytes)
    {
        for (const RdmaOpcode opcode :
             {RdmaOpcode::WRITE_FIRST, RdmaOpcode::WRITE_MIDDLE, RdmaOpcode::SEND_LAST_IMM})
        {
            Add(opcode, 1001);
            AddSampleTelemetry(*packets.back(), m_random);
            Add(opcode, 1001);
            AddSampleDigest(*packets.back(), m_random, digestBytes);
            Add(opcode, 1001);
            AddSampleTag(*packets.back(), m_random);
        }
        Add(RdmaOpcode::ACKNOWLEDGE, 0);
        packets.back()->As<RdmaHeader>().selective = 0x123456;
        packets.back()->frameBytes += SELECTIVE_BYTES;
    }

    /** @param path of a new capture @param encode makes the n-th packet's record */
    template <typename Encode>
    void Write(const std::string& path, const FabricPacketCodec& codec, const Encode& encode) const
    {
        const auto file = CreateObject<PcapFileWrapper>();
        file->SetAttribute("NanosecMode", BooleanValue(true));
        file->Open(path, std::ios::out | std::ios::binary);
        file->Init(codec.GetDataLinkType());
        for (size_t i = 0; i < packets.size(); ++i)
        {
            const auto record = encode(i, codec.EncodeBytes(*packets[i], ENDS));
            file->Write(NanoSeconds(i), record.data(), static_cast<uint32_t>(record.size()));
        }
        file->Close();
    }

    std::vector<FabricPacketPtr> packets;

  private:
    const Ptr<const RdmaFraming> m_framing;
    const uint32_t m_hosts;
    std::mt19937_64 m_random{4'791};
};

} // namespace ns3

#endif // AI_FABRIC_TRANSPORT_FIELDS_H
