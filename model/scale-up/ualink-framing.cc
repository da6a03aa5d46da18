// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ualink-framing.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(UalinkFraming);

namespace
{

/** @return number rounded up to a multiple of a unit */
uint32_t
RoundUp(uint32_t bytes, uint32_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

/** @return bytes of TL flits, with their share of the DL flits */
uint32_t
GetLinkBytes(uint32_t commandBytes, uint32_t dataBytes)
{
    using Framing = UalinkFraming;
    const uint32_t flits = RoundUp(RoundUp(commandBytes, Framing::TL_HALF_FLIT_BYTES) + dataBytes,
                                   Framing::TL_FLIT_BYTES);
    return (flits * Framing::DL_FLIT_BYTES + Framing::DL_PAYLOAD_BYTES - 1) /
           Framing::DL_PAYLOAD_BYTES;
}

} // namespace

TypeId
UalinkFraming::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::UalinkFraming")
            .SetParent<TransactionFraming>()
            .SetGroupName("AiFabric")
            .AddConstructor<UalinkFraming>()
            .AddAttribute("ResponseBytes",
                          "Response to a transaction: 4 B compressed, 8 B uncompressed.",
                          UintegerValue(4),
                          ReadOnce(MakeUintegerAccessor(&UalinkFraming::m_responseBytes)),
                          MakeUintegerChecker<uint32_t>(4, 8))
            .AddAttribute("AckedTransactions",
                          "Number of responses that an acknowledgement stands for: the "
                          "transactions of a full packet.",
                          UintegerValue(16),
                          ReadOnce(MakeUintegerAccessor(&UalinkFraming::m_ackedTransactions)),
                          MakeUintegerChecker<uint32_t>(1, 24));
    return tid;
}

void
UalinkFraming::NotifyConstructionCompleted()
{
    SetLengths(0, 0, GetLinkBytes(0, TL_FLIT_BYTES));
    SetCnpOpcode(RdmaOpcode::CNP_INFINIBAND);
    SetMostTransportBytes(0);
    TransactionFraming::NotifyConstructionCompleted();
}

uint8_t
UalinkFraming::DoGetHeaderBytes(RdmaOpcode opcode) const
{
    switch (opcode)
    {
    case RdmaOpcode::ACKNOWLEDGE:
        return static_cast<uint8_t>(GetLinkBytes(m_ackedTransactions * m_responseBytes, 0));
    case RdmaOpcode::READ_REQUEST:
        return static_cast<uint8_t>(GetLinkBytes(GetCommandBytes(), 0));
    default:
        return 0;
    }
}

uint32_t
UalinkFraming::DoGetDataBytes(uint32_t payloadBytes) const
{
    const uint32_t whole = payloadBytes / GetTransactionBytes();
    return whole * RoundUp(GetTransactionBytes(), TL_FLIT_BYTES) +
           RoundUp(payloadBytes % GetTransactionBytes(), TL_FLIT_BYTES);
}

uint32_t
UalinkFraming::DoGetContentsBytes(const Contents& contents) const
{
    return GetLinkBytes(contents.transactions * GetCommandBytes() +
                            contents.answers * m_ackedTransactions * m_responseBytes,
                        contents.dataBytes);
}

} // namespace ns3
