// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CUSTOM_SERVER_H
#define AI_FABRIC_CUSTOM_SERVER_H

#include "gpu-server.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-network
 * A server of any kind; by default 8 GPUs without NVLink and without a limit by PCIe. Known servers
 * are presets of this class, such as BuildObject<GpuServer>("dgx-h100", "Server").
 */
class CustomServer final : public GpuServer
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();
};

} // namespace ns3

#endif // AI_FABRIC_CUSTOM_SERVER_H
