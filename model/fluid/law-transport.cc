// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "law-transport.h"

#include "ns3/nstime.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(LawTransport);

TypeId
LawTransport::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::LawTransport")
            .SetParent<IdealTransport>()
            .SetGroupName("AiFabric")
            .AddConstructor<LawTransport>()
            .AddAttribute("AbortTime",
                          "Time that a job waits for a host without a live link "
                          "before it fails: 7 retries of 4.29 s (defaults of NCCL).",
                          TimeValue(Seconds(30)),
                          MakeTimeAccessor(&LawTransport::m_abortTime),
                          MakeTimeChecker(NanoSeconds(1)));
    return tid;
}

} // namespace ns3
