// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "timeline-file.h"

#include "pause-files.h"

#include "ns3/json-reader.h"
#include "ns3/node-description.h"
#include "ns3/type-names.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <map>
#include <ostream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

using Kind = CommunicationGraph::Kind;

// Process and thread 0 are not used: Perfetto joins an event of thread 0 to the thread that has the
// number of its process.
constexpr uint32_t FIRST_PROCESS = 1;
constexpr uint32_t FIRST_THREAD = 1;            //!< streams of GPUs, and ports that were paused
constexpr uint32_t FIRST_TRAFFIC_THREAD = 1000; //!< communication; streams are below

constexpr std::size_t MOST_FAULTS = 5000; //!< a page with more of them is of no use

/**
 * Perfetto rounds start and duration to nanoseconds separately: two slices of which one begins at
 * the end of the other could then overlap. So ends are rounded here.
 *
 * @return time in ns, rounded to the nearest
 */
int64_t
RoundNs(int64_t ps)
{
    return (ps + 500) / 1000;
}

/** @return nanoseconds as the microseconds of the format, exact */
std::string
FormatUs(int64_t ns)
{
    char text[40];
    std::snprintf(text, sizeof(text), "%" PRId64 ".%03" PRId64, ns / 1000, ns % 1000);
    return text;
}

/** @return an object with one number */
std::string
OneNumber(const char* key, uint64_t number)
{
    return std::string("{\"") + key + "\":" + std::to_string(number) + '}';
}

/** A slice of a thread. */
struct Slice
{
    int64_t startPs;
    int64_t endPs;
    std::string name;
    std::string arguments; //!< a JSON object
};

/** Writes events of the format one after another. */
class TimelineWriter
{
  public:
    explicit TimelineWriter(std::ostream& out)
        : m_out(out)
    {
        m_out << "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[";
    }

    void End()
    {
        m_out << "\n]}\n";
    }

    /** @param name name of a new process @return its number */
    uint32_t AddProcess(const std::string& name)
    {
        const uint32_t process = m_processes++;
        Begin("M", process);
        m_out << ",\"name\":\"process_name\",\"args\":{\"name\":" << QuoteJson(name) << "}}";
        return process;
    }

    void AddThread(uint32_t process, uint32_t thread, const std::string& name)
    {
        Begin("M", process);
        m_out << ",\"tid\":" << thread
              << ",\"name\":\"thread_name\",\"args\":{\"name\":" << QuoteJson(name) << "}}";
    }

    void AddSlice(uint32_t process, uint32_t thread, const char* category, const Slice& slice)
    {
        Begin("X", process);
        m_out << ",\"tid\":" << thread << ",\"cat\":\"" << category
              << "\",\"ts\":" << FormatUs(RoundNs(slice.startPs))
              << ",\"dur\":" << FormatUs(RoundNs(slice.endPs) - RoundNs(slice.startPs))
              << ",\"name\":" << QuoteJson(slice.name) << ",\"args\":" << slice.arguments << '}';
    }

    /** Adds a slice that may overlap others. @param id unique within the process and category */
    void AddOverlapping(uint32_t process, const char* category, std::size_t id, const Slice& slice)
    {
        for (const auto& [phase, timePs] : {std::pair{"b", slice.startPs}, {"e", slice.endPs}})
        {
            Begin(phase, process);
            m_out << ",\"tid\":0,\"cat\":\"" << category << "\",\"id2\":{\"local\":\"" << id
                  << "\"},\"ts\":" << FormatUs(RoundNs(timePs))
                  << ",\"name\":" << QuoteJson(slice.name) << ",\"args\":" << slice.arguments
                  << '}';
        }
    }

    void AddCount(uint32_t process,
                  const std::string& name,
                  int64_t timePs,
                  const std::string& arguments)
    {
        Begin("C", process);
        m_out << ",\"ts\":" << FormatUs(RoundNs(timePs)) << ",\"name\":" << QuoteJson(name)
              << ",\"args\":" << arguments << '}';
    }

  private:
    void Begin(const char* phase, uint32_t process)
    {
        m_out << (m_isFirst ? "\n" : ",\n") << "{\"ph\":\"" << phase << "\",\"pid\":" << process;
        m_isFirst = false;
    }

    std::ostream& m_out;
    uint32_t m_processes{FIRST_PROCESS}; //!< number of the next process
    bool m_isFirst{true};
};

/** Communication of one kind in progress without a break. */
struct Traffic
{
    int64_t startPs;   //!< begin of the first
    int64_t endPs;     //!< end of the last
    uint64_t messages; //!< messages that the rank sends
    uint64_t bytes;    //!< bytes of these messages
};

/**
 * Joins communication that overlaps or follows without a gap.
 *
 * @param parts communication in any order
 * @return joined communication, by time
 */
std::vector<Traffic>
Join(std::vector<Traffic> parts)
{
    std::sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) {
        return std::tie(a.startPs, a.endPs) < std::tie(b.startPs, b.endPs);
    });
    std::vector<Traffic> joined;
    for (const auto& part : parts)
    {
        if (joined.empty() || part.startPs > joined.back().endPs)
        {
            joined.push_back(part);
            continue;
        }
        auto& last = joined.back();
        last.endPs = std::max(last.endPs, part.endPs);
        last.messages += part.messages;
        last.bytes += part.bytes;
    }
    return joined;
}

/** The tracks of one rank; each node adds to them. */
struct RankTracks
{
    std::map<uint32_t, std::vector<Slice>> streams;   //!< by number of the stream
    std::map<uint32_t, std::vector<Traffic>> traffic; //!< by label
    std::vector<std::pair<uint32_t, Slice>> messages; //!< number of the node; for sends and
                                                      //!< receives
};

void
AddNode(RankTracks& tracks, const RecordedJob& recorded, uint32_t number)
{
    const auto& node = recorded.job.graph.GetNodes()[number];
    const auto& span = recorded.spans[number];
    const auto& label = recorded.job.graph.GetLabel(node.label);
    const std::string what = DescribeNode(recorded.job, number);
    Slice slice{span.startPs,
                span.endPs,
                label.empty() ? what : label,
                "{\"what\":" + QuoteJson(what) + ",\"node\":" + std::to_string(number) + '}'};
    const bool computes = node.kind == Kind::COMPUTE;
    if (!computes)
    {
        const bool sends = node.kind == Kind::SEND;
        tracks.traffic[node.label].push_back(
            {span.startPs, span.endPs, sends ? 1U : 0U, sends ? node.bytes : 0U});
    }
    if (computes || node.kind == Kind::REDUCE || node.kind == Kind::COPY)
    {
        tracks.streams[node.stream].push_back(std::move(slice));
    }
    else
    {
        tracks.messages.emplace_back(number, std::move(slice));
    }
}

void
AddRank(TimelineWriter& writer,
        const RecordedJob& recorded,
        const std::string& name,
        RankTracks& tracks)
{
    const uint32_t process = writer.AddProcess(name);
    const auto& nodes = recorded.job.graph.GetNodes();
    for (auto& [stream, slices] : tracks.streams)
    {
        const uint32_t thread = FIRST_THREAD + stream;
        writer.AddThread(process,
                         thread,
                         stream == 0 ? "stream 0 (compute)" : "stream " + std::to_string(stream));
        std::stable_sort(slices.begin(), slices.end(), [](const auto& a, const auto& b) {
            return a.startPs < b.startPs;
        });
        for (const auto& slice : slices)
        {
            writer.AddSlice(process, thread, "stream", slice);
        }
    }
    for (auto& [label, parts] : tracks.traffic)
    {
        const auto& text = recorded.job.graph.GetLabel(static_cast<uint16_t>(label));
        const std::string kind = text.empty() ? "communication" : text;
        writer.AddThread(process, FIRST_TRAFFIC_THREAD + label, kind);
        for (const auto& traffic : Join(std::move(parts)))
        {
            writer.AddSlice(process,
                            FIRST_TRAFFIC_THREAD + label,
                            "collective",
                            {traffic.startPs,
                             traffic.endPs,
                             kind,
                             "{\"messages\":" + std::to_string(traffic.messages) +
                                 ",\"bytes\":" + std::to_string(traffic.bytes) + '}'});
        }
    }
    for (const auto& [number, slice] : tracks.messages)
    {
        writer.AddOverlapping(process,
                              nodes[number].kind == Kind::RECV ? "receive" : "send",
                              number,
                              slice);
    }
}

void
AddJob(TimelineWriter& writer, const std::string& name, const RecordedJob& recorded)
{
    const auto& nodes = recorded.job.graph.GetNodes();
    std::vector<RankTracks> ranks(recorded.job.hostOfRank.size());
    for (uint32_t number = 0; number < nodes.size(); ++number)
    {
        const auto& span = recorded.spans[number];
        if (nodes[number].kind != Kind::JOIN && span.endPs > span.startPs)
        {
            AddNode(ranks[nodes[number].rank], recorded, number);
        }
    }
    for (uint32_t rank = 0; rank < ranks.size(); ++rank)
    {
        AddRank(writer,
                recorded,
                name + " rank " + std::to_string(rank) +
                    (recorded.job.northSouth ? " (north-south host " : " (host ") +
                    std::to_string(recorded.job.hostOfRank[rank]) + ")",
                ranks[rank]);
    }
}

void
AddRates(TimelineWriter& writer, const FabricResult& result)
{
    if (result.rateSamples.empty())
    {
        return;
    }
    const uint32_t process = writer.AddProcess("queue pairs");
    for (const auto& sample : result.rateSamples)
    {
        const std::string job = sample.job < 0 ? "" : " of " + result.jobs[sample.job].name;
        writer.AddCount(process,
                        "host " + std::to_string(sample.sourceHost) + " to " +
                            std::to_string(sample.destHost) + ", queue pair " +
                            std::to_string(sample.queuePair) + job,
                        sample.timePs,
                        OneNumber("rate_bps", sample.ratebps));
    }
}

void
AddQueues(TimelineWriter& writer, const FabricResult& result)
{
    if (result.queueSamples.empty())
    {
        return;
    }
    const uint32_t process = writer.AddProcess("queues");
    for (const auto& sample : result.queueSamples)
    {
        const auto& queue = result.queues[sample.queue];
        writer.AddCount(process,
                        queue.name + " (link " + std::to_string(queue.link) + ")",
                        sample.timePs,
                        OneNumber("queue_bytes", sample.queueBytes));
    }
}

void
AddPauses(TimelineWriter& writer, const PauseLog& log, const FabricTopology& topology)
{
    if (log.intervals.empty())
    {
        return;
    }
    const uint32_t process = writer.AddProcess("pauses");
    const auto ports = GetPortNames(topology);
    std::map<std::tuple<uint32_t, uint8_t, uint16_t>, uint32_t> threads;
    for (const auto& pause : log.intervals)
    {
        const auto number = FIRST_THREAD + static_cast<uint32_t>(threads.size());
        const auto [thread, isNew] =
            threads.try_emplace({pause.pausedPort, pause.priority, pause.queue}, number);
        if (isNew)
        {
            writer.AddThread(process,
                             thread->second,
                             ports[pause.pausedPort] + " priority " +
                                 std::to_string(unsigned{pause.priority}) +
                                 (pause.queue == PauseEvent::ALL_QUEUES
                                      ? ""
                                      : " queue " + std::to_string(pause.queue)));
        }
        const std::string cause =
            pause.hasCause ? ",\"cause_source_host\":" + std::to_string(pause.cause.sourceHost) +
                                 ",\"cause_dest_host\":" + std::to_string(pause.cause.destHost)
                           : "";
        writer.AddSlice(process,
                        thread->second,
                        "pause",
                        {pause.startPs,
                         pause.endPs,
                         "paused",
                         "{\"held_bytes\":" + std::to_string(pause.heldBytes) + cause + '}'});
    }
}

/**
 * @return type of a failure and the attributes that differ from their defaults, without its times
 */
std::string
DescribeFailure(const FabricFailure& failure)
{
    std::string text = SpellType(failure.GetInstanceTypeId(), "Failure");
    for (TypeId tid = failure.GetInstanceTypeId(); tid.HasParent(); tid = tid.GetParent())
    {
        for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
        {
            const auto info = tid.GetAttribute(i);
            const auto value = info.checker->Create();
            if (info.name == "Start" || info.name == "Stop" ||
                !failure.GetAttributeFailSafe(info.name, *value))
            {
                continue;
            }
            const auto given = value->SerializeToString(info.checker);
            if (given != info.initialValue->SerializeToString(info.checker))
            {
                text += ' ' + SpellAttribute(info.name) + ' ' + given;
            }
        }
    }
    return text;
}

/** @return failures of a scenario that began, with their planned times */
std::vector<Slice>
GetFailures(const FabricResult& result, const FabricScenario& scenario)
{
    std::vector<Slice> slices;
    for (const auto& failure : scenario.failures)
    {
        TimeValue start;
        TimeValue stop;
        failure->GetAttribute("Start", start);
        failure->GetAttribute("Stop", stop);
        const int64_t startPs = start.Get().GetPicoSeconds();
        const int64_t endPs =
            stop.Get() > Time(0) ? stop.Get().GetPicoSeconds() : result.durationPs;
        if (startPs <= result.durationPs && endPs >= startPs)
        {
            slices.push_back({startPs, endPs, DescribeFailure(*failure), "{}"});
        }
    }
    return slices;
}

/** @return all faults of the run */
std::vector<Slice>
GetFaults(const FabricResult& result)
{
    std::vector<Slice> slices;
    for (const auto& fault : result.faults)
    {
        if (fault.beginPs <= result.durationPs)
        {
            const int64_t endPs = fault.endPs >= 0 ? fault.endPs : result.endPs;
            slices.push_back({fault.beginPs,
                              std::max(fault.beginPs, endPs),
                              fault.what.empty() ? fault.kind : fault.kind + ' ' + fault.what,
                              "{}"});
        }
    }
    return slices;
}

void
AddSlices(TimelineWriter& writer,
          const std::string& name,
          const char* category,
          const std::vector<Slice>& slices)
{
    if (slices.empty())
    {
        return;
    }
    const uint32_t process = writer.AddProcess(name);
    for (std::size_t i = 0; i < slices.size(); ++i)
    {
        writer.AddOverlapping(process, category, i, slices[i]);
    }
}

} // namespace

void
WriteTimeline(std::ostream& out, const FabricResult& result, const FabricScenario& scenario)
{
    TimelineWriter writer(out);
    for (const auto& job : result.jobs)
    {
        if (job.recorded)
        {
            AddJob(writer, job.name, *job.recorded);
        }
    }
    AddRates(writer, result);
    AddQueues(writer, result);
    if (result.pauses)
    {
        AddPauses(writer, *result.pauses, scenario.topology.WithDarkLinks());
    }
    AddSlices(writer, "failures", "failure", GetFailures(result, scenario));
    if (result.faults.size() <= MOST_FAULTS)
    {
        AddSlices(writer, "faults", "fault", GetFaults(result));
    }
    writer.End();
}

} // namespace ns3
