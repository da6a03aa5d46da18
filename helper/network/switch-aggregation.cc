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
                          "Low-latency trees that a switch can be part of; 0: none. SHARP: 63 on "
                          "Quantum, 1023 trees in all on Quantum-2.",
                          UintegerValue(1023),
                          MakeUintegerAccessor(&SwitchAggregation::maxLowLatencyTrees),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("MaxStreamingTrees",
                          "Streaming trees that a switch can be part of at a time; 0: none. SHARP: "
                          "1 on Quantum, 1023 trees in all on Quantum-2.",
                          UintegerValue(1023),
                          MakeUintegerAccessor(&SwitchAggregation::maxStreamingTrees),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("MaxStreamingTreesPerPort",
                          "Streaming trees that a port can be part of at a time; 0: any number. "
                          "SHARP: 1 on Quantum-2.",
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
                          "Requests of a low-latency tree under way. The default is assumed: "
                          "SHARP's library chooses at run time, 2 at least.",
                          UintegerValue(16),
                          MakeUintegerAccessor(&SwitchAggregation::lowLatencyOutstanding),
                          MakeUintegerChecker<uint32_t>(1, 1 << 20))
            .AddAttribute("StreamingPayloadBytes",
                          "Data in a packet of a streaming tree; 0: what the MTU of the NIC "
                          "leaves behind the header.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&SwitchAggregation::streamingPayloadBytes),
                          MakeUintegerChecker<uint32_t>(0, 16384))
            .AddAttribute("StreamingWindowBytes",
                          "Data that a member of a streaming tree sends ahead of the results; 0: "
                          "twice what line rate needs on an idle network.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&SwitchAggregation::streamingWindowBytes),
                          MakeUintegerChecker<uint64_t>(0, uint64_t{1} << 32))
            .AddAttribute("MaxStreamingMessageBytes",
                          "Longest operation of a streaming tree (SHARP 2.6.1).",
                          UintegerValue(1'073'741'792),
                          MakeUintegerAccessor(&SwitchAggregation::maxStreamingMessageBytes),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("HeaderBytes",
                          "What describes the operation in each packet, in front of the data. The "
                          "default is assumed: the format is not public.",
                          UintegerValue(16),
                          MakeUintegerAccessor(&SwitchAggregation::headerBytes),
                          MakeUintegerChecker<uint32_t>(0, 256))
            .AddAttribute("Latency",
                          "Of summing up, in each switch on the way up, besides its pipeline's. "
                          "The default is fitted: 8 B on 128 hosts take 2.83 us with Switch-IB 2 "
                          "(SHArP, COMHPC 2016) if sending and receiving in hosts take 0.9 us.",
                          TimeValue(NanoSeconds(750)),
                          MakeTimeAccessor(&SwitchAggregation::latency),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Rate",
                          "Of summing up, in data of the result, in each tree; 0: as fast as the "
                          "operands come.",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&SwitchAggregation::rate),
                          MakeDataRateChecker())
            .AddAttribute("Timeout",
                          "An operation fails when this long no result has come, be it that a "
                          "packet was lost or that a member does not take part.",
                          TimeValue(Seconds(10)),
                          MakeTimeAccessor(&SwitchAggregation::timeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Efficiency",
                          "Share of the links' rate that data reach, as if the rest were further "
                          "headers on the wire.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&SwitchAggregation::efficiency),
                          MakeDoubleChecker<double>(0.01, 1))
            .AddAttribute("BroadcastToRoot",
                          "Whether the root of a broadcast gets its data back as all others do, as "
                          "from NVSwitches.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&SwitchAggregation::rootToo),
                          MakeBooleanChecker());
    return tid;
}

} // namespace ns3
