// SPDX-License-Identifier: GPL-2.0-only

#include "ecn-marker.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(EcnMarker);

TypeId
EcnMarker::GetTypeId()
{
    static TypeId tid = TypeId("ns3::EcnMarker").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

void
EcnMarker::DoValidate() const
{
}

int64_t
EcnMarker::DoAssignStreams(int64_t)
{
    return 0;
}

} // namespace ns3
