// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "bit-errors.h"

#include "link-impairments.h"

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
                            .SetParent<FailureOfLinks>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<BitErrors>()
                            .AddAttribute("Rate",
                                          "Probability that a bit is wrong.",
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
BitErrors::DoChange(const FabricNetwork& network, uint32_t link, bool begins) const
{
    NS_LOG_FUNCTION(this << link << begins);
    LinkImpairments::ChangeErrors(network, link, {m_rate, 0}, begins);
}

} // namespace ns3
