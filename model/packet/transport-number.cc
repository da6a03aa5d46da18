// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "transport-number.h"

#include "name-registry.h"

namespace ns3
{

uint8_t
RegisterTransport(const std::string& name)
{
    static NameRegistry names("transport", {"rdma"}, UINT8_MAX + 1); // number of RDMA_TRANSPORT
    return static_cast<uint8_t>(names.Register(name));
}

} // namespace ns3
