// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "custom-server.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(CustomServer);

TypeId
CustomServer::GetTypeId()
{
    static TypeId tid = AddAttributes(TypeId("ns3::CustomServer")
                                          .SetParent<GpuServer>()
                                          .SetGroupName("AiFabric")
                                          .AddConstructor<CustomServer>(),
                                      {8, 4, 0, "0bps"});
    return tid;
}

} // namespace ns3
