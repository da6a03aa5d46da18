// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "nvlink-framing.h"

#include "ns3/boolean.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(NvlinkFraming);

TypeId
NvlinkFraming::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::NvlinkFraming")
            .SetParent<RdmaFraming>()
            .SetGroupName("AiFabric")
            .AddConstructor<NvlinkFraming>()
            .AddAttribute("EveryHeader",
                          "true: a frame has the header flit of each 256 B of payload. "
                          "false: it has one, and the rate of the link includes the others.",
                          BooleanValue(false),
                          ReadOnce(MakeBooleanAccessor(&NvlinkFraming::m_everyHeader)),
                          MakeBooleanChecker());
    return tid;
}

void
NvlinkFraming::NotifyConstructionCompleted()
{
    SetLengths(0, 0);
    if (m_everyHeader)
    {
        SetTransactions();
    }
    SetCnpOpcode(RdmaOpcode::CNP_INFINIBAND);
    RdmaFraming::NotifyConstructionCompleted();
}

uint8_t
NvlinkFraming::DoGetHeaderBytes(RdmaOpcode opcode) const
{
    uint32_t bytes = FLIT_BYTES;
    switch (opcode)
    {
    case RdmaOpcode::WRITE_FIRST:
    case RdmaOpcode::WRITE_ONLY:
    case RdmaOpcode::WRITE_ONLY_IMM:
    case RdmaOpcode::READ_REQUEST:
        bytes += FLIT_BYTES; // the address
        break;
    case RdmaOpcode::COMPARE_SWAP:
    case RdmaOpcode::FETCH_ADD:
        bytes += 2 * FLIT_BYTES; // the address and the operands
        break;
    case RdmaOpcode::ATOMIC_ACKNOWLEDGE:
        bytes += FLIT_BYTES; // the result
        break;
    case RdmaOpcode::ACKNOWLEDGE:
    case RdmaOpcode::READ_RESPONSE_FIRST:
    case RdmaOpcode::READ_RESPONSE_LAST:
    case RdmaOpcode::READ_RESPONSE_ONLY:
        bytes += WORD_BYTES; // identifies the request
        break;
    default:
        break;
    }
    return static_cast<uint8_t>(bytes + (HasImmediate(opcode) ? WORD_BYTES : 0));
}

uint32_t
NvlinkFraming::DoGetPayloadBytes(uint32_t payloadBytes) const
{
    const uint32_t packets =
        std::max(1U, (payloadBytes + HARDWARE_PAYLOAD_BYTES - 1) / HARDWARE_PAYLOAD_BYTES);
    return PaddedBytes(payloadBytes) + (packets - 1) * FLIT_BYTES;
}

} // namespace ns3
