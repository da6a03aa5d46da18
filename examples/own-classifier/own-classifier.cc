// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "own-classifier.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(OwnClassifier);

TypeId
OwnClassifier::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::OwnClassifier")
            .SetParent<PacketClassifier>()
            .SetGroupName("AiFabric")
            .AddConstructor<OwnClassifier>()
            .AddAttribute("LargestBytes",
                          "Largest payload of the packets that are put into Priority.",
                          UintegerValue(1'024),
                          MakeUintegerAccessor(&OwnClassifier::m_largestBytes),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Priority",
                          "Priority of these packets behind the switch.",
                          UintegerValue(6),
                          MakeUintegerAccessor(&OwnClassifier::m_lane),
                          MakeUintegerChecker<uint8_t>(0, PRIORITY_COUNT - 1));
    return tid;
}

DropReason
OwnClassifier::DoClassify(FabricPacket& packet, uint16_t /* egress */) const
{
    if (packet.payloadBytes <= m_largestBytes)
    {
        packet.lane = m_lane;
    }
    return DropReason::NONE;
}

} // namespace ns3
