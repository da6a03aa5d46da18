// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "own-buffer.h"

#include "ns3/input-error.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(OwnBuffer);

TypeId
OwnBuffer::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::OwnBuffer")
            .SetParent<SwitchBuffer>()
            .SetGroupName("AiFabric")
            .AddConstructor<OwnBuffer>()
            .AddAttribute("QueueBytes",
                          "Largest number of bytes waiting in each egress queue.",
                          UintegerValue(32 << 10),
                          MakeUintegerAccessor(&OwnBuffer::m_queueBytes),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("HeaderPriority",
                          "Priority of trimmed packets, which are forwarded as headers only.",
                          UintegerValue(PRIORITY_COUNT - 1),
                          MakeUintegerAccessor(&OwnBuffer::m_headerPriority),
                          MakeUintegerChecker<uint8_t>(0, PRIORITY_COUNT - 1));
    return tid;
}

DropReason
OwnBuffer::GetReason()
{
    static const DropReason reason = RegisterDropReason("queue over QueueBytes");
    return reason;
}

void
OwnBuffer::DoConfigure(const std::vector<PortNeeds>& ports)
{
    for (const auto& port : ports)
    {
        if (port.lossless != 0)
        {
            throw InputError("Buffer: ns3::OwnBuffer has no lossless class; expected the flow "
                             "control ns3::NoFlowControl");
        }
    }
}

BufferAnswer
OwnBuffer::DoAdmit(Account& /* in */,
                   const Account& out,
                   const PortNeeds& /* needs */,
                   bool /* lossless */,
                   uint32_t bytes)
{
    return out.egressBytes + bytes <= m_queueBytes
               ? BufferAnswer()
               : BufferAnswer::Trim(GetReason(), m_headerPriority);
}

void
OwnBuffer::DoRelease(Account& /* in */, bool /* lossless */, uint32_t /* bytes */)
{
}

bool
OwnBuffer::DoMayResume(const Account& /* in */) const
{
    return true;
}

bool
OwnBuffer::DoTrims() const
{
    return true;
}

} // namespace ns3
