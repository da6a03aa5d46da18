// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "input-buffer.h"

#include "ns3/input-error.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(InputBuffer);

TypeId
InputBuffer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::InputBuffer")
                            .SetParent<SwitchBuffer>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<InputBuffer>();
    return tid;
}

void
InputBuffer::DoConfigure(const std::vector<PortNeeds>& ports)
{
    for (const auto& port : ports)
    {
        if (!port.credits && port.lossless != 0)
        {
            throw InputError(
                "Buffer: ns3::InputBuffer holds packets of links with credits, and the links of "
                "this switch have none; expected ns3::SharedBuffer, or the flow control "
                "ns3::CreditFlowControl");
        }
    }
}

bool
InputBuffer::DoIsFreedAtEnd() const
{
    return true;
}

BufferAnswer
InputBuffer::DoAdmit(Account& in,
                     const Account&,
                     const PortNeeds& needs,
                     bool lossless,
                     uint32_t bytes)
{
    if (lossless)
    {
        return in.ingressBytes + bytes > needs.reservedBytes ? DropReason::CREDIT_OVERRUN
                                                             : DropReason::NONE;
    }
    // With credits only the management lane may drop packets.
    return needs.managementBytes > 0 && in.ingressBytes + bytes > needs.managementBytes
               ? DropReason::LOSSY_THRESHOLD
               : DropReason::NONE;
}

void
InputBuffer::DoRelease(Account&, bool, uint32_t)
{
}

bool
InputBuffer::DoMayResume(const Account&) const
{
    return true;
}

} // namespace ns3
