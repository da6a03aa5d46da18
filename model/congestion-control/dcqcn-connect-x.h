// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DCQCN_CONNECT_X_H
#define AI_FABRIC_DCQCN_CONNECT_X_H

#include "dcqcn.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * DCQCN as in ConnectX adapters: the same algorithm with other defaults.
 *
 * Alpha is updated by a clock of 1 us. A clock of 4 us cuts the rate. The target falls only at the
 * first cut after an increase. Hyper increase starts at the third event.
 *
 * Defaults are those of the firmware (NVIDIA, "DCQCN CC Parameters"), at any line rate:
 *
 *     AlphaTimer 1 us (DCE_TCP_RTT)         AlphaGain 5/1024 (DCE_TCP_G 1019)
 *     InitialAlpha 1023/1024 (INITIAL_ALPHA_VALUE 1023)
 *     DecreaseInterval 4 us (RATE_REDUCE_MONITOR_PERIOD)
 *     MinDecreaseFactor 0.5 (RPG_MIN_DEC_FAC)
 *     ClampTargetRate false (CLAMP_TGT_RATE)
 *     IncreaseTimer 300 us (RPG_TIME_RESET) FastRecoverySteps 1 (RPG_THRESHOLD)
 *     RateAi 5 Mb/s (RPG_AI_RATE)           RateHai 50 Mb/s (RPG_HAI_RATE)
 *     MinRate 1 Mb/s (RPG_MIN_RATE)
 *     ByteCounter 32767 * 64 B (RPG_BYTE_RESET 32767; that its unit is 64 B is assumed)
 *
 * Operators set other values, and public RDMA simulators use others again (HPCC's run.py: 20 and
 * 200 Mb/s at 100 Gb/s, minimum 1 Gb/s, no byte counter): see the presets of fabrics.
 *
 * Its TypeId is not a child of Dcqcn's TypeId, because a child would register every attribute
 * twice.
 */
class DcqcnConnectX final : public Dcqcn
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();
};

} // namespace ns3

#endif // AI_FABRIC_DCQCN_CONNECT_X_H
