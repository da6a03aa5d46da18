// SPDX-License-Identifier: GPL-2.0-only

#include "result-folder.h"

#include "csv-text.h"
#include "effective-configuration.h"
#include "fabric-check.h"
#include "figure-files.h"
#include "json-writer.h"
#include "pause-files.h"
#include "request-results.h"
#include "slowdown-bins.h"
#include "wait-files.h"

#include "ns3/fabric-units.h"
#include "ns3/flow-entropy.h"
#include "ns3/input-error.h"
#include "ns3/version-defines.h"

#include <algorithm>
#include <cctype>
#include <cinttypes>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <spawn.h>
#include <sys/wait.h>

extern char** environ;

namespace ns3
{

namespace
{

namespace fs = std::filesystem;

constexpr const char* VERSION = "0.1";

/** @return a number with enough decimals for any use */
std::string
FormatDecimal(double value, int decimals)
{
    char text[40];
    std::snprintf(text, sizeof(text), "%.*f", decimals, value);
    return text;
}

const char*
GetStatus(const MessageRecord& record)
{
    if (record.finishedPs == MessageRecord::NOT_YET)
    {
        return "unfinished";
    }
    switch (record.status)
    {
    case RdmaStatus::SUCCESS:
        return "success";
    case RdmaStatus::RETRY_EXCEEDED:
        return "retry-exceeded";
    case RdmaStatus::RNR_RETRY_EXCEEDED:
        return "rnr-retry-exceeded";
    case RdmaStatus::REMOTE_ERROR:
        return "remote-error";
    case RdmaStatus::LENGTH_ERROR:
        return "length-error";
    case RdmaStatus::FLUSHED:
        break;
    }
    return "flushed";
}

void
WriteFlows(std::ostream& out, const std::vector<FabricResult>& results)
{
    out << "fabric,job,source_host,dest_host,channel,priority,size_bytes,start_ns,fct_ns,ideal_ns,"
           "slowdown,one_way_ns,status,network\n";
    for (const auto& result : results)
    {
        for (const auto& job : result.jobs)
        {
            const std::string head = Quote(result.label) + ',' + Quote(job.name) + ',';
            for (size_t i = 0; i < job.records.size(); ++i)
            {
                const auto& record = job.records[i];
                const bool ended = record.finishedPs != MessageRecord::NOT_YET;
                const int64_t fctPs = record.finishedPs - record.startPs;
                out << head << record.sourceHost << ',' << record.destHost << ',' << record.channel
                    << ',' << unsigned{record.priority} << ',' << record.bytes << ','
                    << FormatNs(record.startPs) << ',' << (ended ? FormatNs(fctPs) : "") << ','
                    << FormatNs(job.idealPs[i]) << ','
                    << (ended ? FormatDecimal(static_cast<double>(fctPs) /
                                                  static_cast<double>(job.idealPs[i]),
                                              6)
                              : "")
                    << ','
                    << (record.arrivedPs != MessageRecord::NOT_YET
                            ? FormatNs(record.arrivedPs - record.startPs)
                            : "")
                    << ',' << GetStatus(record) << ','
                    << (job.IsScaleUp(record) ? "nvlink" : "fabric") << '\n';
            }
        }
    }
}

void
WriteFct(std::ostream& out, const FabricResult& result, const FabricTopology& topology)
{
    constexpr uint32_t FIRST_PORT = 10000;
    constexpr uint32_t DEST_PORT = 100;
    for (const auto& job : result.jobs)
    {
        for (size_t i = 0; i < job.records.size(); ++i)
        {
            const auto& record = job.records[i];
            if (record.finishedPs == MessageRecord::NOT_YET || record.status != RdmaStatus::SUCCESS)
            {
                continue;
            }
            char line[200];
            std::snprintf(line,
                          sizeof(line),
                          "%08x %08x %u %u %" PRIu64 " %" PRId64 " %" PRId64 " %" PRId64 "\n",
                          HostIpv4(topology.hosts[record.sourceHost]),
                          HostIpv4(topology.hosts[record.destHost]),
                          FIRST_PORT + record.channel % (UINT16_MAX - FIRST_PORT),
                          DEST_PORT,
                          record.bytes,
                          record.startPs / 1000,
                          (record.finishedPs - record.startPs) / 1000,
                          job.idealPs[i] / 1000);
            out << line;
        }
    }
}

void
WriteSummary(std::ostream& out, const std::vector<FabricResult>& results)
{
    out << "fabric,job,complete,completion_ns,ideal_ns,percent_of_ideal,algbw_GBps,busbw_GBps,"
           "messages,slowdown_p50,slowdown_p99,slowdown_max,gpu_idle_percent,pfc_pause_ns,"
           "credit_stall_ns,ecn_marks,cnps,largest_queue_bytes,drops,pause_frames,data_packet_hops,"
           "packet_hops,"
           "events,wall_s,nvlink_packet_hops,nvlink_bytes,nvlink_stall_ns,nvlink_queue_bytes\n";
    const auto slowdown = [&out](const Slowdown& s) {
        out << FormatDecimal(s.median, 6) << ',' << FormatDecimal(s.p99, 6) << ','
            << FormatDecimal(s.largest, 6) << ',';
    };
    for (const auto& result : results)
    {
        const auto& statistics = result.statistics;
        size_t messages = 0;
        bool complete = true;
        for (const auto& job : result.jobs)
        {
            messages += job.records.size();
            complete = complete && job.complete;
        }
        out << Quote(result.label) << ",all," << complete << ',' << FormatNs(result.durationPs)
            << ",,,,," << messages << ',';
        slowdown(result.slowdown);
        out << FormatDecimal(100 * result.idleFraction, 3) << ',' << FormatNs(statistics.pfcPausePs)
            << ',' << FormatNs(statistics.creditStallPs) << ',' << statistics.ecnMarks << ','
            << statistics.cnps << ',' << statistics.largestQueueBytes << ',' << statistics.drops
            << ',' << statistics.pauseFrames << ',' << statistics.dataPacketHops << ','
            << statistics.packetHops << ',' << result.events << ','
            << FormatDecimal(result.wallSeconds, 3);
        const auto scaleUp = result.scaleUpStatistics.value_or(FabricStatistics());
        out << ',' << scaleUp.packetHops << ',' << scaleUp.deliveredBytes << ','
            << FormatNs(scaleUp.creditStallPs) << ',' << scaleUp.largestQueueBytes << '\n';
        for (const auto& job : result.jobs)
        {
            out << Quote(result.label) << ',' << Quote(job.name) << ',' << job.complete << ','
                << FormatNs(job.durationPs) << ',' << FormatNs(job.idealDurationPs) << ','
                << FormatDecimal(job.GetPercentOfIdeal(), 3) << ',';
            if (job.complete && job.collectiveBytes > 0)
            {
                out << FormatDecimal(job.GetAlgorithmBandwidth() / 1e9, 4) << ','
                    << FormatDecimal(job.GetBusBandwidth() / 1e9, 4);
            }
            else
            {
                out << ',';
            }
            out << ',' << job.records.size() << ',';
            slowdown(job.slowdown);
            out << FormatDecimal(100 * job.idleFraction, 3) << ",,,,,,,,,,,,,,,\n";
        }
    }
}

void
WriteQueues(std::ostream& out, const std::vector<FabricResult>& results)
{
    out << "fabric,time_ns,queue,link,queue_bytes,sent_packets,sent_frame_bytes\n";
    for (const auto& result : results)
    {
        const std::string head = Quote(result.label) + ',';
        for (const auto& sample : result.queueSamples)
        {
            const auto& queue = result.queues[sample.queue];
            out << head << FormatNs(sample.timePs) << ',' << Quote(queue.name) << ',' << queue.link
                << ',' << sample.queueBytes << ',' << sample.sentPackets << ','
                << sample.sentFrameBytes << '\n';
        }
    }
}

void
WriteRates(std::ostream& out, const std::vector<FabricResult>& results)
{
    out << "fabric,time_ns,source_host,dest_host,queue_pair,rate_bps,acknowledged_bytes\n";
    for (const auto& result : results)
    {
        const std::string head = Quote(result.label) + ',';
        for (const auto& sample : result.rateSamples)
        {
            out << head << FormatNs(sample.timePs) << ',' << sample.sourceHost << ','
                << sample.destHost << ',' << sample.queuePair << ',' << sample.ratebps << ','
                << sample.acknowledgedBytes << '\n';
        }
    }
}

void
WriteBackground(std::ostream& out, const std::vector<FabricResult>& results)
{
    out << "fabric,background,source_host,dest_host,received_bytes,duration_ns,goodput_Gbps\n";
    for (const auto& result : results)
    {
        for (const auto& traffic : result.background)
        {
            for (const auto& flow : traffic.flows)
            {
                out << Quote(result.label) << ',' << Quote(traffic.name) << ',' << flow.sourceHost
                    << ',' << flow.destHost << ',' << flow.receivedBytes << ','
                    << FormatNs(traffic.durationPs) << ','
                    << FormatDecimal(traffic.GetGoodputbps(flow.receivedBytes) / 1e9, 6) << '\n';
            }
        }
    }
}

void
WriteManifest(std::ostream& out,
              const Scenario& scenario,
              const RunOptions& options,
              const std::vector<FabricResult>& results)
{
    JsonWriter json(out);
    json.BeginObject();
    json.BeginObject("manifest");
    json.Add("aiFabric", VERSION);
    json.Add("ns3", std::to_string(NS3_VERSION_MAJOR) + "." + std::to_string(NS3_VERSION_MINOR));
    json.Add("compiler", __VERSION__);
    json.AddLiteral("cplusplus", std::to_string(__cplusplus));
    json.Add("commandLine", options.commandLine);
    json.BeginList("libraries");
    for (const auto& library : options.libraries)
    {
        json.Add("", fs::absolute(library).lexically_normal().string());
    }
    json.EndList();
    json.Add("engine", options.stockEngine ? "stock" : "fabric");
    json.Add("scheduler", options.scheduler);
    json.Add("resolution", options.nanoseconds ? "ns" : "ps");
    json.Add("seed", scenario.seed);
    json.BeginList("warnings");
    for (const auto& result : results)
    {
        for (const auto& warning : result.warnings)
        {
            json.Add("", result.label + ": " + warning);
        }
    }
    json.EndList();
    json.BeginList("problems");
    for (const auto& result : results)
    {
        for (const auto& problem : result.problems)
        {
            json.Add("", result.label + ": " + problem);
        }
    }
    json.EndList();
    json.BeginList("findings");
    for (const auto& result : results)
    {
        for (const auto& finding : result.findings)
        {
            json.BeginObject();
            json.Add("fabric", result.label);
            json.Add("rule", finding.rule);
            json.Add("text", finding.text);
            json.EndObject();
        }
    }
    json.EndList();
    WritePresetsInUse(json, scenario);
    json.EndObject();
    WriteConfiguration(json, "scenario", scenario);
    json.EndObject();
}

/** Throws InputError if it cannot. @param path of the file @param fill writes to a stream */
template <typename Fill>
void
WriteFile(const fs::path& path, const Fill& fill)
{
    std::ofstream out(path);
    fill(out);
    out.close();
    if (!out)
    {
        throw InputError(path.string(), 0, "", "cannot be written");
    }
}

} // namespace

std::string
Slug(const std::string& label)
{
    std::string slug;
    for (const char c : label)
    {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte))
        {
            slug += static_cast<char>(std::tolower(byte));
        }
        else if (!slug.empty() && slug.back() != '-')
        {
            slug += '-';
        }
    }
    return slug;
}

ResultFolder::ResultFolder(const std::string& path)
    : m_path(path)
{
    std::error_code error;
    fs::create_directories(path, error);
    if (error)
    {
        throw InputError(path, 0, "", "cannot be made: " + error.message());
    }
    // Files of an earlier run that this one may not write would be taken for its own.
    for (const auto& entry : fs::directory_iterator(path, error))
    {
        const std::string name = entry.path().filename().string();
        for (const std::string start : {"fct-",
                                        "stall-",
                                        "pfc-pauses-",
                                        "pause-tree-",
                                        "capture-",
                                        "figure.",
                                        "waits.",
                                        "critical-path.",
                                        "timeline-",
                                        "figures.",
                                        "queues.",
                                        "rates.",
                                        "background.",
                                        "requests."})
        {
            if (name.compare(0, start.size(), start) == 0)
            {
                fs::remove(entry.path(), error);
            }
        }
    }
}

void
ResultFolder::Write(const Scenario& scenario,
                    const RunOptions& options,
                    const std::vector<FabricResult>& results) const
{
    const auto write = [this](const std::string& name, const auto& fill) {
        WriteFile(fs::path(m_path) / name, fill);
    };
    write("manifest.json",
          [&](std::ostream& out) { WriteManifest(out, scenario, options, results); });
    write("flows.csv", [&](std::ostream& out) { WriteFlows(out, results); });
    write("slowdown.csv", [&](std::ostream& out) { WriteSlowdowns(out, results); });
    write("summary.csv", [&](std::ostream& out) { WriteSummary(out, results); });
    const auto any = [&results](const auto& has) {
        return std::any_of(results.begin(), results.end(), has);
    };
    const auto anyJob = [&any](const auto& has) {
        return any([&has](const auto& result) {
            return std::any_of(result.jobs.begin(), result.jobs.end(), has);
        });
    };
    if (any([](const auto& result) { return !result.queueSamples.empty(); }))
    {
        write("queues.csv", [&](std::ostream& out) { WriteQueues(out, results); });
    }
    if (any([](const auto& result) { return !result.rateSamples.empty(); }))
    {
        write("rates.csv", [&](std::ostream& out) { WriteRates(out, results); });
    }
    if (anyJob([](const auto& job) { return !job.requests.empty(); }))
    {
        write("requests.csv", [&](std::ostream& out) { WriteRequests(out, results); });
    }
    if (anyJob([](const auto& job) { return !job.figures.empty(); }))
    {
        write("figures.csv", [&](std::ostream& out) { WriteFigures(out, results); });
        write("figures.json", [&](std::ostream& out) { WriteFiguresJson(out, results); });
    }
    if (!scenario.background.empty())
    {
        write("background.csv", [&](std::ostream& out) { WriteBackground(out, results); });
    }
    if (anyJob([](const auto& job) { return job.waits.has_value(); }))
    {
        write("waits.csv", [&](std::ostream& out) { WriteWaits(out, results); });
        write("critical-path.csv", [&](std::ostream& out) { WriteCriticalPaths(out, results); });
    }
    for (const auto& result : results)
    {
        if (scenario.timeline)
        {
            write("timeline-" + Slug(result.label) + ".json",
                  [&](std::ostream& out) { WriteTimeline(out, result); });
        }
        write("fct-" + Slug(result.label) + ".txt",
              [&](std::ostream& out) { WriteFct(out, result, scenario.topology); });
        if (result.pauses)
        {
            const auto& log = *result.pauses;
            write("pfc-pauses-" + Slug(result.label) + ".csv",
                  [&](std::ostream& out) { WritePauses(out, log, scenario.topology); });
            write("pause-tree-" + Slug(result.label) + ".txt",
                  [&](std::ostream& out) { WritePauseTree(out, log, scenario.topology); });
        }
        if (!result.stallReport.empty())
        {
            write("stall-" + Slug(result.label) + ".txt",
                  [&](std::ostream& out) { out << result.stallReport; });
        }
    }
}

void
ResultFolder::WriteNcclTests(const Scenario& scenario,
                             const RunOptions& options,
                             const std::vector<NcclTestsTable>& tables) const
{
    WriteFile(fs::path(m_path) / "nccl-tests.json",
              [&](std::ostream& out) { WriteNcclTestsJson(out, scenario, options, tables); });
}

void
ResultFolder::DrawFigure() const
{
    const auto script = fs::path(__FILE__).parent_path().parent_path() / "report.py";
    std::string arguments[] = {"python3", script.string(), m_path};
    char* const argv[] = {arguments[0].data(), arguments[1].data(), arguments[2].data(), nullptr};
    pid_t child = 0;
    int status = 0;
    if (posix_spawnp(&child, argv[0], nullptr, nullptr, argv, environ) != 0 ||
        waitpid(child, &status, 0) != child || status != 0)
    {
        std::cerr << "no figure: 'python3 " << script.string() << ' ' << m_path << "' failed\n";
    }
}

} // namespace ns3
