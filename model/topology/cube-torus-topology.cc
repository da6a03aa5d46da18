// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "cube-torus-topology.h"

#include "size-list.h"

#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(CubeTorusTopology);

TypeId
CubeTorusTopology::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::CubeTorusTopology")
            .SetParent<TopologyGenerator>()
            .SetGroupName("AiFabric")
            .AddConstructor<CubeTorusTopology>()
            .AddAttribute("Cubes",
                          "Number of cubes by dimension, with x in between",
                          StringValue("2x1x1"),
                          MakeStringAccessor(&CubeTorusTopology::m_cubes),
                          MakeStringChecker())
            .AddAttribute("CubeSize",
                          "Chips along each edge of a cube",
                          UintegerValue(4),
                          MakeUintegerAccessor(&CubeTorusTopology::m_cubeSize),
                          MakeUintegerChecker<uint32_t>(2, 256))
            .AddAttribute("HostRate",
                          "Rate at which a chip sends and receives in all",
                          DataRateValue(DataRate("2400Gbps")),
                          MakeDataRateAccessor(&CubeTorusTopology::m_hostRate),
                          MakeDataRateChecker())
            .AddAttribute("Rate",
                          "Rate of the links between chips of a cube",
                          DataRateValue(DataRate("400Gbps")),
                          MakeDataRateAccessor(&CubeTorusTopology::m_rate),
                          MakeDataRateChecker())
            .AddAttribute("OpticalRate",
                          "Rate of the links between cubes; 0bps takes Rate",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&CubeTorusTopology::m_opticalRate),
                          MakeDataRateChecker())
            .AddAttribute("HostDelay",
                          "Delay between a chip and its switch",
                          TimeValue(NanoSeconds(10)),
                          MakeTimeAccessor(&CubeTorusTopology::m_hostDelay),
                          MakeTimeChecker(Seconds(0), Seconds(1)))
            .AddAttribute("Delay",
                          "Propagation delay of the links within a cube",
                          TimeValue(NanoSeconds(50)),
                          MakeTimeAccessor(&CubeTorusTopology::m_delay),
                          MakeTimeChecker(Seconds(0), Seconds(1)))
            .AddAttribute("OpticalDelay",
                          "Propagation delay of the links between cubes, optical switch included",
                          TimeValue(NanoSeconds(300)),
                          MakeTimeAccessor(&CubeTorusTopology::m_opticalDelay),
                          MakeTimeChecker(Seconds(0), Seconds(1)));
    return tid;
}

std::vector<uint32_t>
CubeTorusTopology::ReadCubes() const
{
    const auto cubes = ParseSizes(m_cubes, 1);
    if (!cubes)
    {
        Fail("Cubes",
             "'" + m_cubes +
                 "' is no list of numbers; expected them from 1 to 65536 with x between them, "
                 "such as 4x4x4");
    }
    for (const uint32_t count : *cubes)
    {
        if (count * m_cubeSize < 3)
        {
            Fail("Cubes, CubeSize", "make a ring of two chips; expected at least three");
        }
    }
    return *cubes;
}

std::vector<PassiveParts::Part>
CubeTorusTopology::GetPassiveParts() const
{
    const auto cubes = ReadCubes();
    uint64_t places = 1; // of a face
    for (size_t dimension = 1; dimension < cubes.size(); ++dimension)
    {
        places *= m_cubeSize;
    }
    return {{"optical-switch", cubes.size() * places, 2 * CountPoints(cubes)}};
}

FabricTopology
CubeTorusTopology::DoGenerate() const
{
    auto sizes = ReadCubes();
    for (auto& size : sizes)
    {
        size *= m_cubeSize;
    }
    const uint64_t chips = CountPoints(sizes);
    CheckSize(chips, chips + chips * sizes.size(), "Cubes, CubeSize");
    const uint64_t hostbps = GetRatebps(m_hostRate, "HostRate");
    const uint64_t ratebps = GetRatebps(m_rate, "Rate");
    const uint64_t opticalbps = GetRatebps(m_opticalRate, "OpticalRate", ratebps);

    FabricTopology topology;
    AddHosts(topology, chips);
    const auto first = static_cast<uint32_t>(chips);
    topology.grid.sizes = sizes;
    topology.grid.places.resize(chips);
    for (uint32_t chip = 0; chip < chips; ++chip)
    {
        topology.grid.places.push_back(GetPlace(chip, sizes));
        topology.AddSwitch("chip" + NamePlace(topology.grid.places.back()));
    }
    for (uint32_t chip = 0; chip < chips; ++chip)
    {
        topology.AddLink({chip, first + chip, hostbps, m_hostDelay.GetPicoSeconds()});
    }
    for (uint32_t chip = 0; chip < chips; ++chip)
    {
        auto stride = static_cast<uint32_t>(chips);
        for (size_t dimension = 0; dimension < sizes.size(); ++dimension)
        {
            const uint32_t size = sizes[dimension];
            stride /= size;
            const uint32_t place = topology.grid.places[first + chip][dimension];
            const bool optical = place % m_cubeSize == m_cubeSize - 1;
            const uint32_t next = place + 1 == size ? chip - (size - 1) * stride : chip + stride;
            topology.AddLink({first + chip,
                              first + next,
                              optical ? opticalbps : ratebps,
                              (optical ? m_opticalDelay : m_delay).GetPicoSeconds()});
        }
    }
    return topology;
}

} // namespace ns3
