// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "no-classifier.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(NoClassifier);

TypeId
NoClassifier::GetTypeId()
{
    static TypeId tid = TypeId("ns3::NoClassifier")
                            .SetParent<PacketClassifier>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<NoClassifier>();
    return tid;
}

bool
NoClassifier::DoIsNeeded() const
{
    return false;
}

DropReason
NoClassifier::DoClassify(FabricPacket& /* packet */, uint16_t /* egress */) const
{
    return DropReason::NONE;
}

} // namespace ns3
