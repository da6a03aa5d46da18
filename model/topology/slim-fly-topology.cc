// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "slim-fly-topology.h"

#include "galois-field.h"

#include "ns3/uinteger.h"

#include <vector>

namespace ns3
{

namespace
{

/** @return by element: true if it is a power with one of the exponents from..to in steps of 2 */
void
AddPowers(std::vector<bool>& set, const GaloisField& field, uint32_t from, uint32_t to)
{
    const auto& powers = field.GetPowers();
    for (uint32_t exponent = from; exponent <= to; exponent += 2)
    {
        set[powers[exponent % powers.size()]] = true;
    }
}

/**
 * @param second true for X', false for X
 * @return the set
 */
std::vector<bool>
MakeSet(const GaloisField& field, bool second)
{
    const uint32_t q = field.GetOrder();
    std::vector<bool> set(q);
    if (q % 4 == 3)
    {
        const uint32_t w = (q + 1) / 4;
        AddPowers(set, field, second ? 1 : 0, second ? 2 * w - 1 : 2 * w - 2);
        AddPowers(set, field, second ? 2 * w : 2 * w - 1, second ? 4 * w - 2 : 4 * w - 3);
    }
    else
    {
        const uint32_t last = q % 4 == 1 ? q - 3 : q - 2;
        AddPowers(set, field, second ? 1 : 0, second ? last + 1 : last);
    }
    return set;
}

} // namespace

NS_OBJECT_ENSURE_REGISTERED(SlimFlyTopology);

TypeId
SlimFlyTopology::GetTypeId()
{
    static TypeId tid = TypeId("ns3::SlimFlyTopology")
                            .SetParent<TopologyGenerator>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<SlimFlyTopology>()
                            .AddAttribute("Q",
                                          "Prime power that defines the graph, at least 3, such as "
                                          "5, 7, 8, 9, 11; there are 2*Q^2 routers",
                                          UintegerValue(5),
                                          MakeUintegerAccessor(&SlimFlyTopology::m_q),
                                          MakeUintegerChecker<uint32_t>(3, GaloisField::MAX_ORDER))
                            .AddAttribute("HostsPerRouter",
                                          "Number of hosts on each router; 0: half the number of "
                                          "its links to other routers, rounded up",
                                          UintegerValue(0),
                                          MakeUintegerAccessor(&SlimFlyTopology::m_hostsPerRouter),
                                          MakeUintegerChecker<uint32_t>(0, 65536))
                            .AddAttribute("Rate",
                                          "Rate of the links of the hosts",
                                          DataRateValue(DataRate("100Gbps")),
                                          MakeDataRateAccessor(&SlimFlyTopology::m_rate),
                                          MakeDataRateChecker())
                            .AddAttribute("SwitchRate",
                                          "Rate of the links between routers; 0bps: Rate",
                                          DataRateValue(DataRate(0)),
                                          MakeDataRateAccessor(&SlimFlyTopology::m_switchRate),
                                          MakeDataRateChecker())
                            .AddAttribute("Delay",
                                          "Propagation delay of every link",
                                          TimeValue(MicroSeconds(1)),
                                          MakeTimeAccessor(&SlimFlyTopology::m_delay),
                                          MakeTimeChecker(Seconds(0), Seconds(1)));
    return tid;
}

FabricTopology
SlimFlyTopology::DoGenerate() const
{
    const uint32_t q = m_q;
    if (!GaloisField::IsOrder(q) || q % 4 == 2)
    {
        Fail("Q",
             std::to_string(q) + " is not a prime power above 2; expected 3, 4, 5, 7, 8, 9, 11, "
                                 "13, 16, 17, 19, 23, 25, 27, 29 or a larger one");
    }
    // (3q - d)/2 with q = 4w + d
    const uint32_t degree = q % 4 == 1 ? (3 * q - 1) / 2 : q % 4 == 0 ? 3 * q / 2 : (3 * q + 1) / 2;
    const uint32_t hostsPerRouter = m_hostsPerRouter == 0 ? (degree + 1) / 2 : m_hostsPerRouter;
    const uint32_t routers = 2 * q * q;
    const uint64_t hosts = uint64_t{routers} * hostsPerRouter;
    CheckSize(hosts, hosts + uint64_t{routers} * degree / 2, "Q, HostsPerRouter");
    const uint64_t ratebps = GetRatebps(m_rate, "Rate");
    const uint64_t switchbps = GetRatebps(m_switchRate, "SwitchRate", ratebps);
    const int64_t delayPs = m_delay.GetPicoSeconds();

    FabricTopology topology;
    AddHosts(topology, hosts);
    const auto first = static_cast<uint32_t>(hosts);
    AddSwitches(topology, "router", routers);
    for (uint32_t host = 0; host < hosts; ++host)
    {
        topology.AddLink({host, first + host / hostsPerRouter, ratebps, delayPs});
    }
    const GaloisField field(q);
    for (const uint32_t side : {0U, 1U})
    {
        const auto set = MakeSet(field, side == 1);
        for (uint32_t column = 0; column < q; ++column)
        {
            const uint32_t base = first + (side * q + column) * q;
            for (uint32_t a = 0; a < q; ++a)
            {
                for (uint32_t b = a + 1; b < q; ++b)
                {
                    if (set[field.Subtract(a, b)])
                    {
                        topology.AddLink({base + a, base + b, switchbps, delayPs});
                    }
                }
            }
        }
    }
    for (uint32_t a = 0; a < q; ++a)
    {
        for (uint32_t m = 0; m < q; ++m)
        {
            const uint32_t product = field.Multiply(m, a);
            for (uint32_t c = 0; c < q; ++c)
            {
                topology.AddLink({first + a * q + field.Add(product, c),
                                  first + (q + m) * q + c,
                                  switchbps,
                                  delayPs});
            }
        }
    }
    return topology;
}

} // namespace ns3
