// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "sue-framing.h"

#include "sue-codec.h"

#include "ns3/boolean.h"
#include "ns3/ethernet-frame.h"
#include "ns3/input-error.h"
#include "ns3/string.h"

#include <algorithm>
#include <array>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SueFraming);

namespace
{

/** A header before that of the transport. */
struct Encapsulation
{
    const char* name; //!< value of the attribute
    uint32_t bytes;   //!< length without FCS
};

constexpr std::array<Encapsulation, 4> ENCAPSULATIONS = {
    {{"udp", 42}, {"esun", 18}, {"afh", 14}, {"afh-compressed", 6}}};

} // namespace

TypeId
SueFraming::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SueFraming")
            .SetParent<TransactionFraming>()
            .SetGroupName("AiFabric")
            .AddConstructor<SueFraming>()
            .AddAttribute("Encapsulation",
                          "Header before that of the transport: udp: Ethernet, IPv4 and UDP, 42 B; "
                          "esun: Ethernet and ESUN, 18 B; afh: AFH Gen 2 of 12 B and EtherType, "
                          "14 B; afh-compressed: AFH Gen 2 of 6 B.",
                          StringValue("afh"),
                          ReadOnce(MakeStringAccessor(&SueFraming::m_encapsulation)),
                          MakeStringChecker())
            .AddAttribute("Reliability",
                          "Packets have a reliability header and an end-to-end check, 12 B; false "
                          "is SUE Lite.",
                          BooleanValue(true),
                          ReadOnce(MakeBooleanAccessor(&SueFraming::m_reliability)),
                          MakeBooleanChecker());
    return tid;
}

uint32_t
SueFraming::GetEncapsulationBytes(const std::string& encapsulation)
{
    const auto* found =
        std::find_if(ENCAPSULATIONS.begin(), ENCAPSULATIONS.end(), [&](const auto& entry) {
            return encapsulation == entry.name;
        });
    if (found == ENCAPSULATIONS.end())
    {
        throw InputError("SueFraming Encapsulation: is \"" + encapsulation +
                         "\"; expected udp, esun, afh or afh-compressed");
    }
    return found->bytes;
}

void
SueFraming::NotifyConstructionCompleted()
{
    SetLengths(GetEncapsulationBytes(m_encapsulation) + FCS_BYTES,
               PREAMBLE_AND_GAP_BYTES,
               LEAST_FRAME_BYTES);
    SetCnpOpcode(RdmaOpcode::CNP_ROCE);
    SetMostTransportBytes(m_reliability ? SueCodec::RH_BYTES + SueCodec::R_CRC_BYTES : 0);
    TransactionFraming::NotifyConstructionCompleted();
}

uint8_t
SueFraming::DoGetHeaderBytes(RdmaOpcode opcode) const
{
    if (m_reliability)
    {
        return SueCodec::RH_BYTES + SueCodec::R_CRC_BYTES;
    }
    return opcode == RdmaOpcode::ACKNOWLEDGE ? static_cast<uint8_t>(GetCommandBytes()) : 0;
}

uint32_t
SueFraming::DoGetContentsBytes(const Contents& contents) const
{
    const uint32_t commands = contents.transactions + (m_reliability ? 0 : contents.answers);
    return PaddedBytes(commands * GetCommandBytes() + contents.dataBytes);
}

Ptr<const FabricPacketCodec>
SueFraming::DoMakeCodec() const
{
    if (m_encapsulation == "afh-compressed")
    {
        return nullptr;
    }
    return Create<const SueCodec>(m_encapsulation == "udp"    ? SueCodec::Header::UDP
                                  : m_encapsulation == "esun" ? SueCodec::Header::ESUN
                                                              : SueCodec::Header::AFH,
                                  m_reliability);
}

} // namespace ns3
