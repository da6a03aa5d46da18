// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dcqcn-connect-x.h"

#include "ns3/prepared-factory.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DcqcnConnectX);

static const CopiesAsNew<DcqcnConnectX> g_copiesDcqcnConnectX;

TypeId
DcqcnConnectX::GetTypeId()
{
    static TypeId tid = [] {
        Defaults defaults;
        defaults.alphaTimer = MicroSeconds(1);
        defaults.alphaGain = 5.0 / 1024;
        defaults.initialAlpha = 1023.0 / 1024;
        defaults.periodicAlpha = true;
        defaults.decreaseInterval = MicroSeconds(4);
        defaults.clampTargetRate = false;
        defaults.increaseTimer = MicroSeconds(300);
        defaults.byteCounterBytes = 32767 * 64;
        defaults.fastRecoverySteps = 1;
        defaults.rateAi = DataRate(5'000'000);
        defaults.rateHai = DataRate(50'000'000);
        defaults.scaleHyperIncrease = false;
        defaults.minRate = DataRate(1'000'000);
        return AddAttributes(TypeId("ns3::DcqcnConnectX")
                                 .SetParent<RdmaCongestionControl>()
                                 .SetGroupName("AiFabric")
                                 .AddConstructor<DcqcnConnectX>(),
                             defaults);
    }();
    return tid;
}

} // namespace ns3
