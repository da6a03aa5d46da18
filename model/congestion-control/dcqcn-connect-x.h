// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DCQCN_CONNECT_X_H
#define AI_FABRIC_DCQCN_CONNECT_X_H

#include "dcqcn.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * DCQCN as ConnectX adapters run it: the same class with other defaults.
 *
 * Alpha moves with a clock of 1 us, a clock of 4 us cuts, the target falls only with the first cut
 * after an increase, there is no byte counter, and hyper increase starts on the third timer event.
 *
 * The rates are the vendor's setting as the HPCC authors scale it to 100 Gb/s (their run.py,
 * "dcqcn": 5 and 50 Mb/s per 25 Gb/s of line rate, minimum 1 Gb/s), which the public RDMA
 * simulators run. The firmware's own defaults (NVIDIA, "DCQCN CC Parameters") do not scale with the
 * line rate:
 *
 *     AlphaGain 5/1024 (DCE_TCP_G 1019)     InitialAlpha 1023/1024 (INITIAL_ALPHA_VALUE 1023)
 *     RateAi 5 Mb/s (RPG_AI_RATE)           RateHai 50 Mb/s (RPG_HAI_RATE)
 *     MinRate 1 Mb/s (RPG_MIN_RATE)         ByteCounter from RPG_BYTE_RESET
 *
 * The remaining defaults are the firmware's too: AlphaTimer (DCE_TCP_RTT), DecreaseInterval
 * (RATE_REDUCE_MONITOR_PERIOD), IncreaseTimer (RPG_TIME_RESET), FastRecoverySteps (RPG_THRESHOLD),
 * ClampTargetRate (CLAMP_TGT_RATE), MinDecreaseFactor (RPG_MIN_DEC_FAC).
 *
 * Its TypeId is not a child of Dcqcn's, which would register every attribute twice.
 */
class DcqcnConnectX final : public Dcqcn
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();
};

} // namespace ns3

#endif // AI_FABRIC_DCQCN_CONNECT_X_H
