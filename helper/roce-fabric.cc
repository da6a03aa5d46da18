// SPDX-License-Identifier: GPL-2.0-only

#include "roce-fabric.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RoceFabric);

TypeId
RoceFabric::GetTypeId()
{
    static TypeId tid = AddAttributes(TypeId("ns3::RoceFabric")
                                          .SetParent<FabricProfile>()
                                          .SetGroupName("AiFabric")
                                          .AddConstructor<RoceFabric>(),
                                      {"ns3::PriorityFlowControl",
                                       "ns3::StrictArbiter",
                                       "ns3::SharedBuffer",
                                       "ns3::RedMarker",
                                       "ns3::EcmpPathSelector",
                                       "ns3::RoceV2Framing",
                                       "ns3::DcqcnConnectX",
                                       "ns3::GoBackN",
                                       "ns3::FabricSwitch",
                                       "ns3::RdmaNic",
                                       "ns3::Gpu"});
    return tid;
}

} // namespace ns3
