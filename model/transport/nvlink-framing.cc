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
    static_assert(BTH_BYTES + ICRC_BYTES == FLIT_BYTES, "they stand for the header flit");
    SetLengths(0, 0, RdmaOpcode::CNP_INFINIBAND);
    RdmaFraming::NotifyConstructionCompleted();
}

} // namespace ns3
