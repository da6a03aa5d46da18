// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "hpcc-flow-workload.h"

#include "ns3/fabric-packet.h"
#include "ns3/fabric-units.h"
#include "ns3/file-checker.h"
#include "ns3/graph-limit.h"
#include "ns3/integer.h"
#include "ns3/string.h"
#include "ns3/text-reader.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(HpccFlowWorkload);

namespace
{

/** Reads a node id. @return its host index; throws if the node is a switch */
uint32_t
ReadHost(TextReader& reader, const char* key, const std::vector<uint32_t>& hostOfNode)
{
    const uint64_t node = reader.ReadUnsigned(key, 0, UINT32_MAX - 1);
    if (node >= hostOfNode.size() || hostOfNode[node] == NO_HOST)
    {
        reader.Fail(key,
                    "node " + std::to_string(node) +
                        " is not a host of the topology; expected the node id of a host");
    }
    return hostOfNode[node];
}

} // namespace

TypeId
HpccFlowWorkload::GetTypeId()
{
    static TypeId tid = TypeId("ns3::HpccFlowWorkload")
                            .SetParent<FabricWorkload>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<HpccFlowWorkload>()
                            .AddAttribute("File",
                                          "Path of a flow.txt in HPCC's format",
                                          StringValue(""),
                                          MakeStringAccessor(&HpccFlowWorkload::m_file),
                                          MakeFileChecker());
    return tid;
}

void
HpccFlowWorkload::DoBuild(FabricJob& job, const HostMap& hosts) const
{
    RefuseHosts("the flow file");
    IntegerValue given;
    GetAttribute("Priority", given);
    if (given.Get() >= 0)
    {
        Fail("Priority", "has no effect here; the flow file gives the priority of each flow");
    }
    if (m_file.empty())
    {
        Fail("File", "is not set; expected the path of a flow.txt");
    }
    std::vector<uint32_t> hostOfNode;
    for (uint32_t host = 0; host < hosts.GetCount(); ++host)
    {
        hostOfNode.resize(std::max<size_t>(hostOfNode.size(), size_t{hosts.node[host]} + 1),
                          NO_HOST);
        hostOfNode[hosts.node[host]] = host;
    }

    TextReader reader(m_file);
    reader.BeginRecord();
    const uint64_t flows = reader.ReadUnsigned("flows", 1, MAX_GRAPH_NODES / 2);
    reader.EndRecord();
    const std::string promised = std::to_string(flows) + " flows announced in its first line";
    for (uint64_t flow = 0; flow < flows; ++flow)
    {
        if (reader.AtEnd())
        {
            reader.Fail("flows", "the file ends after " + std::to_string(flow) + " of " + promised);
        }
        reader.BeginRecord();
        const uint32_t src = ReadHost(reader, "src", hostOfNode);
        const uint32_t dst = ReadHost(reader, "dst", hostOfNode);
        if (src == dst)
        {
            reader.Fail("dst",
                        "node " + std::to_string(hosts.node[dst]) +
                            " is also the source; expected another host");
        }
        const uint64_t priority = reader.ReadUnsigned("priority", 0, PRIORITY_COUNT - 1);
        reader.ReadUnsigned("dport", 0, UINT16_MAX);
        const uint64_t bytes = reader.ReadUnsigned("bytes", 1, INT64_MAX);
        const int64_t startPs = reader.ReadSecondsPs("start");
        if (startPs > MAX_TIME_PS)
        {
            reader.Fail("start", "is too late; expected at most 1000000 seconds");
        }
        reader.EndRecord();
        const uint32_t send =
            job.graph.AddTransfer(src, dst, bytes, static_cast<uint32_t>(flow)).first;
        job.graph.Edit(send, [&](auto& node) {
            node.serviceLevel = static_cast<int16_t>(priority);
            node.timePs = startPs;
        });
    }
    reader.ExpectEndOrLegend("flows", promised);
}

} // namespace ns3
