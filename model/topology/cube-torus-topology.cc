// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "cube-torus-topology.h"

#include "size-list.h"

#include "ns3/boolean.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

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
                          "Number of cubes in each dimension, such as 2x2x1",
                          StringValue("2x1x1"),
                          MakeStringAccessor(&CubeTorusTopology::m_cubes),
                          MakeStringChecker())
            .AddAttribute("Twisted",
                          "Twisted torus: wrap-around links of a dimension half as long as the "
                          "others are shifted by its length in those; false: plain torus",
                          BooleanValue(false),
                          MakeBooleanAccessor(&CubeTorusTopology::m_twisted),
                          MakeBooleanChecker())
            .AddAttribute("SpareCubes",
                          "Additional cubes that optical switches can use in place of failed ones",
                          UintegerValue(0),
                          MakeUintegerAccessor(&CubeTorusTopology::m_spareCubes),
                          MakeUintegerChecker<uint32_t>(0, 65536))
            .AddAttribute("CubeSize",
                          "Number of chips along each edge of a cube",
                          UintegerValue(4),
                          MakeUintegerAccessor(&CubeTorusTopology::m_cubeSize),
                          MakeUintegerChecker<uint32_t>(2, 256))
            .AddAttribute(
                "HostRate",
                "Rate at which a chip sends, and at which it receives, over all its links together",
                DataRateValue(DataRate("2400Gbps")),
                MakeDataRateAccessor(&CubeTorusTopology::m_hostRate),
                MakeDataRateChecker())
            .AddAttribute("Rate",
                          "Rate of the links between chips of a cube",
                          DataRateValue(DataRate("400Gbps")),
                          MakeDataRateAccessor(&CubeTorusTopology::m_rate),
                          MakeDataRateChecker())
            .AddAttribute("OpticalRate",
                          "Rate of the links between cubes; 0bps: Rate",
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
            .AddAttribute(
                "OpticalDelay",
                "Propagation delay of the links between cubes, including the optical switch",
                TimeValue(NanoSeconds(300)),
                MakeTimeAccessor(&CubeTorusTopology::m_opticalDelay),
                MakeTimeChecker(Seconds(0), Seconds(1)));
    return tid;
}

CubeTorusTopology::Layout
CubeTorusTopology::ReadLayout(const std::string& text, bool twisted) const
{
    const auto cubes = ParseSizes(text, 1);
    if (!cubes)
    {
        Fail("Cubes",
             "'" + text +
                 "' is not a list of numbers; expected numbers from 1 to 65536, separated by x, "
                 "such as 4x4x4");
    }
    for (const uint32_t count : *cubes)
    {
        if (count * m_cubeSize < 3)
        {
            Fail("Cubes, CubeSize", "make a ring of two chips; expected at least three");
        }
    }
    if (twisted)
    {
        const uint32_t least = *std::min_element(cubes->begin(), cubes->end());
        const uint32_t most = *std::max_element(cubes->begin(), cubes->end());
        const bool fits =
            most == 2 * least && std::all_of(cubes->begin(), cubes->end(), [&](uint32_t count) {
                return count == least || count == most;
            });
        if (!fits)
        {
            Fail("Twisted",
                 text + " cubes do not form a twisted torus; expected some dimensions twice as "
                        "long as the others, such as 1x1x2 or 1x2x2");
        }
    }
    return {*cubes, twisted};
}

std::vector<uint32_t>
CubeTorusTopology::GetSizes(const Layout& layout) const
{
    auto sizes = layout.cubes;
    for (auto& size : sizes)
    {
        size *= m_cubeSize;
    }
    return sizes;
}

std::vector<uint32_t>
CubeTorusTopology::Move(std::vector<uint32_t> place, const Layout& from, const Layout& to) const
{
    uint64_t cube = 0;
    for (size_t dimension = 0; dimension < place.size(); ++dimension)
    {
        cube = cube * from.cubes[dimension] + place[dimension] / m_cubeSize;
    }
    const auto cubes = GetPlace(cube, to.cubes);
    for (size_t dimension = 0; dimension < place.size(); ++dimension)
    {
        place[dimension] = cubes[dimension] * m_cubeSize + place[dimension] % m_cubeSize;
    }
    return place;
}

std::vector<uint32_t>
CubeTorusTopology::GetNext(std::vector<uint32_t> place,
                           size_t dimension,
                           const Layout& layout) const
{
    const auto sizes = GetSizes(layout);
    if (++place[dimension] < sizes[dimension])
    {
        return place;
    }
    place[dimension] = 0;
    for (size_t other = 0; layout.twisted && other < sizes.size(); ++other)
    {
        if (sizes[other] > sizes[dimension])
        {
            place[other] = (place[other] + sizes[dimension]) % sizes[other];
        }
    }
    return place;
}

std::vector<PassiveParts::Part>
CubeTorusTopology::GetPassiveParts() const
{
    const auto cubes = ReadLayout(m_cubes, m_twisted).cubes;
    uint64_t places = 1; // places of a face
    for (size_t dimension = 1; dimension < cubes.size(); ++dimension)
    {
        places *= m_cubeSize;
    }
    return {{"optical-switch", cubes.size() * places, 2 * (CountPoints(cubes) + m_spareCubes)}};
}

OpticalWiring
CubeTorusTopology::GetWiring() const
{
    const auto layout = ReadLayout(m_cubes, m_twisted);
    return Join(layout, layout);
}

OpticalWiring
CubeTorusTopology::Arrange(const std::string& cubes, bool twisted) const
{
    const auto first = ReadLayout(m_cubes, m_twisted);
    const auto layout = ReadLayout(cubes.empty() ? m_cubes : cubes, twisted);
    const uint64_t count = CountPoints(first.cubes);
    if (layout.cubes.size() != first.cubes.size() || CountPoints(layout.cubes) != count)
    {
        Fail("Cubes",
             cubes + " has another number of cubes or dimensions than " + m_cubes + "; expected " +
                 std::to_string(count) + " cubes in " + std::to_string(first.cubes.size()) +
                 " dimensions");
    }
    return Join(layout, first);
}

OpticalWiring
CubeTorusTopology::Join(const Layout& layout, const Layout& first) const
{
    const auto firstSizes = GetSizes(first);
    const auto chips = static_cast<uint32_t>(CountPoints(firstSizes));
    const uint64_t ratebps = GetRatebps(m_opticalRate, "OpticalRate", GetRatebps(m_rate, "Rate"));
    const auto nodeOf = [&](const std::vector<uint32_t>& place) {
        uint32_t chip = 0;
        for (size_t dimension = 0; dimension < place.size(); ++dimension)
        {
            chip = chip * firstSizes[dimension] + place[dimension];
        }
        return chips + chip;
    };
    OpticalWiring wiring;
    std::vector<std::vector<uint32_t>> places(chips); // hosts have no places
    for (uint32_t chip = 0; chip < chips; ++chip)
    {
        const auto place = Move(GetPlace(chip, firstSizes), first, layout);
        for (size_t dimension = 0; dimension < place.size(); ++dimension)
        {
            if (place[dimension] % m_cubeSize == m_cubeSize - 1)
            {
                const auto next = GetNext(place, dimension, layout);
                wiring.links.push_back({chips + chip,
                                        nodeOf(Move(next, layout, first)),
                                        ratebps,
                                        m_opticalDelay.GetPicoSeconds()});
            }
        }
        places.push_back(place);
    }
    if (!layout.twisted)
    {
        wiring.grid = {GetSizes(layout), std::move(places)};
    }
    return wiring;
}

FabricTopology
CubeTorusTopology::DoGenerate() const
{
    const auto layout = ReadLayout(m_cubes, m_twisted);
    const auto sizes = GetSizes(layout);
    const uint64_t chips = CountPoints(sizes);
    CheckSize(chips, chips + chips * sizes.size(), "Cubes, CubeSize");
    const uint64_t hostbps = GetRatebps(m_hostRate, "HostRate");
    const uint64_t ratebps = GetRatebps(m_rate, "Rate");

    FabricTopology topology;
    AddHosts(topology, chips);
    topology.spareCubes = m_spareCubes;
    const auto first = static_cast<uint32_t>(chips);
    for (uint32_t chip = 0; chip < chips; ++chip)
    {
        topology.AddSwitch("chip" + NamePlace(GetPlace(chip, sizes)));
    }
    for (uint32_t chip = 0; chip < chips; ++chip)
    {
        topology.AddLink({chip, first + chip, hostbps, m_hostDelay.GetPicoSeconds()});
    }
    auto wiring = Join(layout, layout);
    auto optical = wiring.links.begin();
    for (uint32_t chip = 0; chip < chips; ++chip)
    {
        const auto place = GetPlace(chip, sizes);
        auto stride = static_cast<uint32_t>(chips);
        uint32_t cube = 0;
        for (size_t dimension = 0; dimension < sizes.size(); ++dimension)
        {
            stride /= sizes[dimension];
            cube = cube * layout.cubes[dimension] + place[dimension] / m_cubeSize;
            topology.AddLink(place[dimension] % m_cubeSize == m_cubeSize - 1
                                 ? *optical++
                                 : TopologyLink{first + chip,
                                                first + chip + stride,
                                                ratebps,
                                                m_delay.GetPicoSeconds()});
        }
        topology.cubes.push_back(cube);
    }
    topology.cubes.insert(topology.cubes.end(), topology.cubes.begin(), topology.cubes.end());
    topology.grid = std::move(wiring.grid);
    return topology;
}

} // namespace ns3
