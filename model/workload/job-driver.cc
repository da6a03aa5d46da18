// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "job-driver.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(JobDriver);

TypeId
JobDriver::GetTypeId()
{
    static TypeId tid = TypeId("ns3::JobDriver").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

bool
JobDriver::OnFailure(int64_t)
{
    return false;
}

} // namespace ns3
