// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "transaction-framing.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TransactionFraming);

TypeId
TransactionFraming::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TransactionFraming")
            .SetParent<RdmaFraming>()
            .SetGroupName("AiFabric")
            .AddAttribute("TransactionBytes",
                          "Data of a memory transaction; a message is a sequence of these.",
                          UintegerValue(256),
                          ReadOnce(MakeUintegerAccessor(&TransactionFraming::m_transactionBytes)),
                          MakeUintegerChecker<uint32_t>(4, 4096))
            .AddAttribute("CommandBytes",
                          "Command of a memory transaction, such as its address and length.",
                          UintegerValue(16),
                          ReadOnce(MakeUintegerAccessor(&TransactionFraming::m_commandBytes)),
                          MakeUintegerChecker<uint32_t>(0, 64));
    return tid;
}

void
TransactionFraming::NotifyConstructionCompleted()
{
    SetTransactions();
    RdmaFraming::NotifyConstructionCompleted();
    constexpr uint32_t BYTES = 4096; // more than the shortest frame
    m_transportBytes = GetFrameBytes(RdmaOpcode::WRITE_MIDDLE, BYTES) -
                       FabricFraming::GetFrameBytes(GetPayloadBytes(BYTES));
}

uint32_t
TransactionFraming::DoGetPayloadBytes(uint32_t payloadBytes) const
{
    return payloadBytes == 0 ? 0 : DoGetContentsBytes(Add({}, payloadBytes));
}

uint32_t
TransactionFraming::DoGetDataBytes(uint32_t payloadBytes) const
{
    return payloadBytes;
}

uint32_t
TransactionFraming::DoGetContentsBytes(const Contents& contents) const
{
    return PaddedBytes(contents.transactions * m_commandBytes + contents.dataBytes);
}

} // namespace ns3
