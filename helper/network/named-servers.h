// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NAMED_SERVERS_H
#define AI_FABRIC_NAMED_SERVERS_H

#include "gpu-server.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-network
 * A server of any kind: without other attributes, 8 GPUs without NVLink and without a limit by
 * PCIe.
 */
class CustomServer final : public GpuServer
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();
};

/**
 * @ingroup ai-fabric-network
 * NVIDIA DGX A100 (and HGX A100): 8 GPUs with 12 links of NVLink 3 to 6 NVSwitches, 600 GB/s in
 * both directions (NVIDIA, "DGX A100 System Architecture", 2020); NICs on PCIe 4.0 x16.
 */
class DgxA100Server final : public GpuServer
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();
};

/**
 * @ingroup ai-fabric-network
 * NVIDIA DGX H100 (and HGX H100, H200): 8 GPUs with 18 links of NVLink 4 to 4 NVSwitches, 900 GB/s
 * in both directions (NVIDIA, "DGX H100 System Architecture", 2022); NICs on PCIe 5.0 x16.
 */
class DgxH100Server final : public GpuServer
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();
};

/**
 * @ingroup ai-fabric-network
 * A server of 8 H800: H100 with 8 of its 18 links, 400 GB/s in both directions. Usable are
 * 8 * 20.6 = 165 GB/s; "Insights into DeepSeek-V3" (ISCA'25, section 4.2) counts on 160.
 */
class HgxH800Server final : public GpuServer
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();
};

/**
 * @ingroup ai-fabric-network
 * NVIDIA DGX B200 (and HGX B200): 8 GPUs with 18 links of NVLink 5 to 2 NVSwitches, 1800 GB/s in
 * both directions (NVIDIA, "DGX B200" data sheet, 2024); NICs on PCIe 5.0 x16.
 */
class DgxB200Server final : public GpuServer
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();
};

/**
 * @ingroup ai-fabric-network
 * NVIDIA GB200 NVL72: a rack of 72 GPUs with 18 links of NVLink 5, one to each of the 18 NVSwitches
 * of its 9 trays, 130 TB/s in all (NVIDIA, "GB200 NVL72" data sheet, 2024); NICs on PCIe 5.0 x16.
 */
class Gb200Nvl72Server final : public GpuServer
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();
};

} // namespace ns3

#endif // AI_FABRIC_NAMED_SERVERS_H
