// SPDX-License-Identifier: GPL-2.0-only

#include "ecn-marker.h"

#include "ns3/boolean.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(EcnMarker);

TypeId
EcnMarker::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::EcnMarker")
            .SetParent<Object>()
            .SetGroupName("AiFabric")
            .AddAttribute("AtEnqueue",
                          "Whether a packet is judged when it comes to the queue, by what waits "
                          "before it, rather than when it leaves, by what it leaves behind.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&EcnMarker::m_atEnqueue),
                          MakeBooleanChecker());
    return tid;
}

bool
EcnMarker::DoCanMark() const
{
    return true;
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
