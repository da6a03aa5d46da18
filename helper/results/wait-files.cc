// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "wait-files.h"

#include "ns3/csv-text.h"
#include "ns3/json-reader.h"
#include "ns3/node-description.h"

#include <cinttypes>
#include <cstdio>
#include <ostream>
#include <set>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

using Kind = CommunicationGraph::Kind;

/** @return picoseconds as the microseconds of the format, exact */
std::string
FormatUs(int64_t ps)
{
    char text[40];
    std::snprintf(text, sizeof(text), "%" PRId64 ".%06" PRId64, ps / 1'000'000, ps % 1'000'000);
    return text;
}

/** Writes the events of one job after another. */
class TimelineWriter
{
  public:
    explicit TimelineWriter(std::ostream& out)
        : m_out(out)
    {
        m_out << "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[";
    }

    /** Ends the file. */
    void End()
    {
        m_out << "\n]}\n";
    }

    /** Adds the nodes of a job. */
    void Add(const std::string& name, const RecordedJob& recorded)
    {
        const auto& nodes = recorded.job.graph.GetNodes();
        std::set<std::pair<uint32_t, uint32_t>> streams; // rank and stream
        for (uint32_t number = 0; number < nodes.size(); ++number)
        {
            const auto& span = recorded.spans[number];
            if (nodes[number].kind == Kind::JOIN || span.endPs <= span.startPs)
            {
                continue;
            }
            if (AddNode(recorded, number))
            {
                streams.emplace(nodes[number].rank, nodes[number].stream);
            }
        }
        for (uint32_t rank = 0; rank < recorded.job.hostOfRank.size(); ++rank)
        {
            Begin("M", rank);
            m_out << ",\"name\":\"process_name\",\"args\":{\"name\":"
                  << QuoteJson(name + " rank " + std::to_string(rank) + " (host " +
                               std::to_string(recorded.job.hostOfRank[rank]) + ")")
                  << "}}";
        }
        for (const auto& [rank, stream] : streams)
        {
            Begin("M", rank);
            m_out << ",\"tid\":" << stream << ",\"name\":\"thread_name\",\"args\":{\"name\":\""
                  << (stream == 0 ? "stream 0 (compute)" : "stream " + std::to_string(stream))
                  << "\"}}";
        }
        m_firstProcess += static_cast<uint32_t>(recorded.job.hostOfRank.size());
    }

  private:
    void Begin(const char* phase, uint32_t rank)
    {
        m_out << (m_isFirst ? "\n" : ",\n") << "{\"ph\":\"" << phase
              << "\",\"pid\":" << m_firstProcess + rank;
        m_isFirst = false;
    }

    /** @return whether it is on a stream of a GPU */
    bool AddNode(const RecordedJob& recorded, uint32_t number)
    {
        const auto& node = recorded.job.graph.GetNodes()[number];
        const auto& span = recorded.spans[number];
        const auto& label = recorded.job.graph.GetLabel(node.label);
        const std::string what = DescribeNode(recorded.job, number);
        const std::string rest = ",\"name\":" + QuoteJson(label.empty() ? what : label) +
                                 ",\"args\":{\"what\":" + QuoteJson(what) +
                                 ",\"node\":" + std::to_string(number) + "}}";
        const bool isMessage = node.kind == Kind::RECV ||
                               (node.kind == Kind::SEND && recorded.job.hostOfRank[node.rank] !=
                                                               recorded.job.hostOfRank[node.peer]);
        if (!isMessage)
        {
            Begin("X", node.rank);
            m_out << ",\"tid\":" << unsigned{node.stream}
                  << ",\"cat\":\"stream\",\"ts\":" << FormatUs(span.startPs)
                  << ",\"dur\":" << FormatUs(span.endPs - span.startPs) << rest;
            return true;
        }
        const std::string head = std::string(",\"tid\":0,\"cat\":\"") +
                                 (node.kind == Kind::SEND ? "send" : "receive") + "\",\"id\":\"" +
                                 std::to_string(m_firstProcess) + '.' + std::to_string(number) +
                                 "\",\"ts\":";
        Begin("b", node.rank);
        m_out << head << FormatUs(span.startPs) << rest;
        Begin("e", node.rank);
        m_out << head << FormatUs(span.endPs) << rest;
        return false;
    }

    std::ostream& m_out;
    uint32_t m_firstProcess{0}; //!< number of the job's rank 0 among all ranks
    bool m_isFirst{true};
};

} // namespace

void
WriteWaits(std::ostream& out, const std::vector<FabricResult>& results)
{
    out << "fabric,job,rank,host,activity,time_ns,exposed_ns,late_sender_ns,hidden_ns\n";
    for (const auto& result : results)
    {
        for (const auto& job : result.jobs)
        {
            if (!job.waits)
            {
                continue;
            }
            const auto& account = job.waits->account;
            for (uint32_t rank = 0; rank < account.GetRanks().size(); ++rank)
            {
                const auto& share = account.GetRanks()[rank];
                const std::string head = Quote(result.label) + ',' + Quote(job.name) + ',' +
                                         std::to_string(rank) + ',' +
                                         std::to_string(job.waits->hostOfRank[rank]) + ',';
                out << head << "compute," << FormatNs(share.computePs) << ",,,\n";
                for (size_t kind = 0; kind < share.communication.size(); ++kind)
                {
                    const auto& communication = share.communication[kind];
                    out << head << Quote(account.GetKinds()[kind]) << ','
                        << FormatNs(communication.inProgressPs) << ','
                        << FormatNs(communication.exposedPs) << ','
                        << FormatNs(communication.lateSenderPs) << ','
                        << FormatNs(communication.hiddenPs) << '\n';
                }
                out << head << "idle," << FormatNs(share.idlePs) << ",,,\n";
            }
        }
    }
}

void
WriteCriticalPaths(std::ostream& out, const std::vector<FabricResult>& results)
{
    out << "fabric,job,start_ns,duration_ns,activity,label,rank,host,peer_rank,size_bytes,own_ns,"
           "median_ns\n";
    for (const auto& result : results)
    {
        for (const auto& job : result.jobs)
        {
            if (!job.waits)
            {
                continue;
            }
            const std::string head = Quote(result.label) + ',' + Quote(job.name) + ',';
            const auto& path = job.waits->path;
            for (const auto& segment : path.GetSegments())
            {
                const bool isMessage = segment.peer != segment.rank;
                out << head << FormatNs(segment.fromPs) << ','
                    << FormatNs(segment.toPs - segment.fromPs) << ','
                    << Quote(path.GetName(segment)) << ',' << Quote(path.GetLabel(segment)) << ','
                    << segment.rank << ',' << job.waits->hostOfRank[segment.rank] << ','
                    << (isMessage ? std::to_string(segment.peer) : "") << ',' << segment.bytes
                    << ',' << FormatNs(segment.ownPs) << ','
                    << (segment.medianPs > 0 ? FormatNs(segment.medianPs) : "") << '\n';
            }
        }
    }
}

void
WriteTimeline(std::ostream& out, const FabricResult& result)
{
    TimelineWriter writer(out);
    for (const auto& job : result.jobs)
    {
        if (job.recorded)
        {
            writer.Add(job.name, *job.recorded);
        }
    }
    writer.End();
}

} // namespace ns3
