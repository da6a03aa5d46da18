// SPDX-License-Identifier: GPL-2.0-only

#include "infini-band-fabric.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(InfiniBandFabric);

TypeId
InfiniBandFabric::GetTypeId()
{
    static TypeId tid = AddAttributes(TypeId("ns3::InfiniBandFabric")
                                          .SetParent<FabricProfile>()
                                          .SetGroupName("AiFabric")
                                          .AddConstructor<InfiniBandFabric>(),
                                      {"ns3::CreditFlowControl",
                                       "ns3::StrictArbiter",
                                       "ns3::InputBuffer",
                                       "ns3::NoMarker",
                                       "ns3::EcmpPathSelector",
                                       "ns3::InfiniBandFraming",
                                       "ns3::NoCongestionControl",
                                       "ns3::GoBackN",
                                       "ns3::FabricSwitch[Latency=130ns|CutThrough=true]",
                                       "ns3::RdmaNic",
                                       "ns3::Gpu"});
    return tid;
}

} // namespace ns3
