// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "extra-nics.h"

#include "ns3/log.h"
#include "ns3/object-vector.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ExtraNics");

NS_OBJECT_ENSURE_REGISTERED(ExtraNics);

TypeId
ExtraNics::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ExtraNics")
                            .SetParent<Object>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<ExtraNics>()
                            .AddAttribute("NicList",
                                          "NICs of the host in networks other than its first one.",
                                          ObjectVectorValue(),
                                          MakeObjectVectorAccessor(&ExtraNics::m_nics),
                                          MakeObjectVectorChecker<RdmaNic>());
    return tid;
}

void
ExtraNics::DoDispose()
{
    NS_LOG_FUNCTION(this);
    for (const auto& nic : m_nics)
    {
        nic->Dispose();
    }
    m_nics.clear();
    Object::DoDispose();
}

} // namespace ns3
