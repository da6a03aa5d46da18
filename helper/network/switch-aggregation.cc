// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "switch-aggregation.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SwitchAggregation);

TypeId
SwitchAggregation::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SwitchAggregation")
            .SetParent<Object>()
            .SetGroupName("AiFabric")
            .AddConstructor<SwitchAggregation>()
            .AddAttribute("MaxLowLatencyTrees",
                          "Largest number of low-latency trees per switch; 0: none. SHARP: 63 on "
                          "Quantum, 1023 trees in all on Quantum-2.",
                          UintegerValue(1023),
                          MakeUintegerAccessor(&SwitchAggregation::maxLowLatencyTrees),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("MaxStreamingTrees",
                          "Largest number of streaming trees per switch at the same time; 0: none. "
                          "SHARP: 1 on Quantum, 1023 trees in all on Quantum-2.",
                          UintegerValue(1023),
                          MakeUintegerAccessor(&SwitchAggregation::maxStreamingTrees),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("MaxStreamingTreesPerPort",
                          "Largest number of streaming trees per port at the same time; 0: any "
                          "number. SHARP: 1 on Quantum-2.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&SwitchAggregation::maxStreamingTreesPerPort),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("LowLatencyPayloadBytes",
                          "Data in a request of a low-latency tree, if it fits into the MTU. "
                          "SHARP: 256 on Switch-IB 2, 2048 on Quantum.",
                          UintegerValue(2048),
                          MakeUintegerAccessor(&SwitchAggregation::lowLatencyPayloadBytes),
                          MakeUintegerChecker<uint32_t>(1, 16384))
            .AddAttribute("LowLatencyOutstanding",
                          "Largest number of outstanding requests of a low-latency tree. The "
                          "default is assumed: SHARP's library chooses at run time, at least 2.",
                          UintegerValue(16),
                          MakeUintegerAccessor(&SwitchAggregation::lowLatencyOutstanding),
                          MakeUintegerChecker<uint32_t>(1, 1 << 20))
            .AddAttribute(
                "StreamingPayloadBytes",
                "Data in a packet of a streaming tree; 0: MTU of the NIC minus the header.",
                UintegerValue(0),
                MakeUintegerAccessor(&SwitchAggregation::streamingPayloadBytes),
                MakeUintegerChecker<uint32_t>(0, 16384))
            .AddAttribute("StreamingWindowBytes",
                          "Data that a member of a streaming tree may send ahead of the results; "
                          "0: twice the amount that line rate needs on an idle network.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&SwitchAggregation::streamingWindowBytes),
                          MakeUintegerChecker<uint64_t>(0, uint64_t{1} << 32))
            .AddAttribute("MaxStreamingMessageBytes",
                          "Longest operation of a streaming tree (SHARP 2.6.1).",
                          UintegerValue(1'073'741'792),
                          MakeUintegerAccessor(&SwitchAggregation::maxStreamingMessageBytes),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("HeaderBytes",
                          "Header in each packet that describes the operation. The default is "
                          "assumed: the format is not public.",
                          UintegerValue(16),
                          MakeUintegerAccessor(&SwitchAggregation::headerBytes),
                          MakeUintegerChecker<uint32_t>(0, 256))
            .AddAttribute(
                "Latency",
                "Latency of the reduction in each switch on the way up, in addition to its "
                "pipeline. The default is fitted: 8 B on 128 hosts take 2.83 us with Switch-IB 2 "
                "(SHArP, COMHPC 2016) if sending and receiving in hosts take 0.9 us.",
                TimeValue(NanoSeconds(750)),
                MakeTimeAccessor(&SwitchAggregation::latency),
                MakeTimeChecker(Time(0)))
            .AddAttribute("Rate",
                          "Rate of the reduction in each tree, in data of the result; 0: the rate "
                          "at which operands arrive.",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&SwitchAggregation::rate),
                          MakeDataRateChecker())
            .AddAttribute("Timeout",
                          "An operation fails after this time without a result: a packet was lost, "
                          "or a member does not take part.",
                          TimeValue(Seconds(10)),
                          MakeTimeAccessor(&SwitchAggregation::timeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Efficiency",
                          "Share of the link rate that data reach; the rest counts as further "
                          "headers on the wire.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&SwitchAggregation::efficiency),
                          MakeDoubleChecker<double>(0.01, 1))
            .AddAttribute("BroadcastToRoot",
                          "Whether the root of a broadcast gets its own data back like all other "
                          "members, as from NVSwitches.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&SwitchAggregation::rootToo),
                          MakeBooleanChecker());
    return tid;
}

} // namespace ns3
