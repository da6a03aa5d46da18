// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "bit-errors.h"

#include "ns3/double.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BitErrors");

NS_OBJECT_ENSURE_REGISTERED(BitErrors);

TypeId
BitErrors::GetTypeId()
{
    static TypeId tid = TypeId("ns3::BitErrors")
                            .SetParent<DirectedFailure>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<BitErrors>()
                            .AddAttribute("Rate",
                                          "Bit error rate: probability that a bit is wrong.",
                                          DoubleValue(1e-9),
                                          MakeDoubleAccessor(&BitErrors::m_rate),
                                          MakeDoubleChecker<double>(1e-18, 0.1));
    return tid;
}

bool
BitErrors::DoTakesAll() const
{
    return true;
}

void
BitErrors::DoChangeSides(const FabricNetwork& network,
                         uint32_t link,
                         const LinkImpairments::Sides& sides,
                         bool begins) const
{
    NS_LOG_FUNCTION(this << link << sides[0] << sides[1] << begins);
    LinkImpairments::ChangeErrors(network, link, sides, {m_rate, 0}, begins);
}

} // namespace ns3
