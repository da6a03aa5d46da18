// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "hpcc-topology.h"

#include "ns3/file-checker.h"
#include "ns3/string.h"
#include "ns3/text-reader.h"

#include <unordered_set>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(HpccTopology);

TypeId
HpccTopology::GetTypeId()
{
    static TypeId tid = TypeId("ns3::HpccTopology")
                            .SetParent<TopologyGenerator>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<HpccTopology>()
                            .AddAttribute("File",
                                          "Path of a topology.txt in HPCC's format",
                                          StringValue(""),
                                          MakeStringAccessor(&HpccTopology::m_file),
                                          MakeFileChecker());
    return tid;
}

FabricTopology
HpccTopology::DoGenerate() const
{
    if (m_file.empty())
    {
        Fail("File", "is not set; expected the path of a topology.txt");
    }
    TextReader reader(m_file);
    reader.BeginRecord();
    const uint64_t nodes = reader.ReadUnsigned("nodes", 1, UINT32_MAX - 1);
    const uint64_t switches = reader.ReadUnsigned("switches", 0, UINT32_MAX - 1);
    const uint64_t links = reader.ReadUnsigned("links", 0, UINT32_MAX - 1);
    reader.EndRecord();
    if (switches > nodes)
    {
        reader.Fail("switches",
                    std::to_string(switches) + " of " + std::to_string(nodes) +
                        " nodes are switches; expected at most as many switches as nodes");
    }
    if (nodes - switches > 2 * links)
    {
        reader.Fail("links",
                    std::to_string(links) + " links cannot connect " +
                        std::to_string(nodes - switches) + " hosts");
    }

    // The announced counts reserve no memory: containers grow with the contents of the file.
    FabricTopology topology;
    topology.origin = m_file;
    std::unordered_set<uint64_t> switchIds;
    if (switches > 0)
    {
        reader.BeginRecord();
        for (uint64_t i = 0; i < switches; ++i)
        {
            const uint64_t id = reader.ReadUnsigned("switch id", 0, nodes - 1);
            if (!switchIds.insert(id).second)
            {
                reader.Fail("switch id", std::to_string(id) + " is listed twice");
            }
        }
        reader.EndRecord();
    }
    const std::string promised = std::to_string(links) + " links announced in its first line";
    for (uint64_t i = 0; i < links; ++i)
    {
        if (reader.AtEnd())
        {
            reader.Fail("links", "the file ends after " + std::to_string(i) + " of " + promised);
        }
        reader.BeginRecord();
        TopologyLink link;
        link.a = static_cast<uint32_t>(reader.ReadUnsigned("first node", 0, nodes - 1));
        link.b = static_cast<uint32_t>(reader.ReadUnsigned("second node", 0, nodes - 1));
        link.ratebps = reader.ReadRatebps("rate");
        link.delayPs = reader.ReadDurationPs("delay");
        link.errorRate = reader.ReadDouble("error rate", 0, 1);
        reader.EndRecord();
        topology.linkLines.push_back(reader.GetLine());
        topology.AddLink(link);
    }
    reader.ExpectEndOrLegend("links", promised);
    for (uint64_t node = 0; node < nodes; ++node)
    {
        const std::string name = "node" + std::to_string(node);
        if (switchIds.count(node) > 0)
        {
            topology.AddSwitch(name);
        }
        else
        {
            topology.AddHost(name);
        }
    }
    return topology;
}

} // namespace ns3
