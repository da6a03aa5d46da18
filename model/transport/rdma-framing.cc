// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rdma-framing.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RdmaFraming);

TypeId
RdmaFraming::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RdmaFraming").SetParent<FabricFraming>().SetGroupName("AiFabric");
    return tid;
}

void
RdmaFraming::NotifyConstructionCompleted()
{
    for (uint32_t opcode = 0; opcode < m_headerBytes.size(); ++opcode)
    {
        m_headerBytes[opcode] = DoGetHeaderBytes(static_cast<RdmaOpcode>(opcode));
    }
    FabricFraming::NotifyConstructionCompleted();
}

uint8_t
RdmaFraming::DoGetHeaderBytes(RdmaOpcode opcode) const
{
    static_assert(BTH_BYTES + ExtendedHeaderBytes(RdmaOpcode::WRITE_ONLY_IMM) + ICRC_BYTES ==
                      MAX_TRANSPORT_BYTES,
                  "the longest headers around a full payload");
    return static_cast<uint8_t>(BTH_BYTES + ExtendedHeaderBytes(opcode) + ICRC_BYTES);
}

} // namespace ns3
