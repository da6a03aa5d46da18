// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "nvlink-framing.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(NvlinkFraming);

TypeId
NvlinkFraming::GetTypeId()
{
    static TypeId tid = TypeId("ns3::NvlinkFraming")
                            .SetParent<RdmaFraming>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<NvlinkFraming>();
    return tid;
}

void
NvlinkFraming::NotifyConstructionCompleted()
{
    SetLengths(0, 0);
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

} // namespace ns3
