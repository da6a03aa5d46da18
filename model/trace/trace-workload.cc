// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "trace-workload.h"

#include "ns3/file-checker.h"
#include "ns3/input-error.h"
#include "ns3/string.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TraceWorkload);

TypeId
TraceWorkload::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TraceWorkload")
                            .SetParent<FabricWorkload>()
                            .SetGroupName("AiFabric")
                            .AddAttribute("File",
                                          "Path of the trace.",
                                          StringValue(""),
                                          MakeStringAccessor(&TraceWorkload::m_file),
                                          MakeFileChecker());
    return tid;
}

void
TraceWorkload::PlaceRanks(FabricJob& job, uint32_t ranks, const std::string& file)
{
    if (ranks > job.hostOfRank.size())
    {
        throw InputError(file,
                         0,
                         "",
                         "has " + std::to_string(ranks) + " ranks, but Hosts selects only " +
                             std::to_string(job.hostOfRank.size()) + "; expected at least as many");
    }
    job.hostOfRank.resize(ranks);
    job.graph = CommunicationGraph(ranks);
}

void
TraceWorkload::DoBuild(FabricJob& job, const HostMap& hosts) const
{
    if (m_file.empty())
    {
        Fail("File", "is not set; expected the path of a trace");
    }
    DoLoad(job, hosts, m_file);
}

} // namespace ns3
