// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ub-framing.h"

#include "ns3/boolean.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(UbFraming);

TypeId
UbFraming::GetTypeId()
{
    static TypeId tid = TypeId("ns3::UbFraming")
                            .SetParent<TransactionFraming>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<UbFraming>()
                            .AddAttribute("SourceRoute",
                                          "Packets have the source route of UB-Mesh, 8 B.",
                                          BooleanValue(false),
                                          ReadOnce(MakeBooleanAccessor(&UbFraming::m_sourceRoute)),
                                          MakeBooleanChecker());
    return tid;
}

void
UbFraming::NotifyConstructionCompleted()
{
    SetLengths(0, 0, GetPacketBytes(ANSWER_BYTES));
    SetCnpOpcode(RdmaOpcode::CNP_INFINIBAND);
    SetMostTransportBytes(0);
    TransactionFraming::NotifyConstructionCompleted();
}

/** @return length of a packet in flits, in bytes; bytes: behind its headers */
uint32_t
UbFraming::GetPacketBytes(uint32_t bytes) const
{
    const uint32_t all = HEADER_BYTES + (m_sourceRoute ? SOURCE_ROUTE_BYTES : 0) + bytes;
    return (all + FLIT_BYTES - 1) / FLIT_BYTES * FLIT_BYTES;
}

uint8_t
UbFraming::DoGetHeaderBytes(RdmaOpcode opcode) const
{
    switch (opcode)
    {
    case RdmaOpcode::ACKNOWLEDGE:
        return static_cast<uint8_t>(GetPacketBytes(ANSWER_BYTES));
    case RdmaOpcode::READ_REQUEST:
        return static_cast<uint8_t>(GetPacketBytes(GetCommandBytes()));
    default:
        return 0;
    }
}

uint32_t
UbFraming::DoGetDataBytes(uint32_t payloadBytes) const
{
    const uint32_t rest = payloadBytes % GetTransactionBytes();
    return payloadBytes / GetTransactionBytes() *
               GetPacketBytes(GetCommandBytes() + GetTransactionBytes()) +
           (rest > 0 ? GetPacketBytes(GetCommandBytes() + rest) : 0);
}

uint32_t
UbFraming::DoGetContentsBytes(const Contents& contents) const
{
    return contents.dataBytes + contents.answers * GetPacketBytes(ANSWER_BYTES);
}

} // namespace ns3
