// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "estimate-progress.h"

#include "run-cost.h"

#include "ns3/message-transport.h"
#include "ns3/run-state.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <sys/time.h>
#include <unistd.h>

namespace ns3
{

namespace
{

/** A lower bound of the cost of messages. */
struct Bound
{
    double hops{0};
    double seconds{0}; //!< seconds on the machine of the costs
};

/**
 * @return cost if each message goes over two links in packets of 4096 B, inside servers of 16 KiB
 */
Bound
GetBound(const TrafficNotice::Count& count)
{
    constexpr double LINKS = 2; // from a host to a switch, and to another host
    constexpr double PACKET_BYTES = 4096;
    constexpr double INSIDE_PACKET_BYTES = 16384; // packets of NVLink
    const double hops =
        LINKS * (std::max(count.messages, count.bytes / PACKET_BYTES) +
                 std::max(count.insideMessages, count.insideBytes / INSIDE_PACKET_BYTES));
    return {hops,
            1e-9 * (hops * RunCost::HOP_NS +
                    (count.messages + count.insideMessages) * RunCost::MESSAGE_NS)};
}

Bound g_jobs;                //!< bound of all jobs whose graphs are made or being made
bool g_showsProgress{false}; //!< true: an EstimateProgress exists
char g_known[200];           //!< text for the handler: the present bound, or empty
timespec g_progressStart{};  //!< CLOCK_MONOTONIC

/** Sets the text of the handler. */
void
Show(const Bound& bound)
{
    if (!g_showsProgress)
    {
        return; // measuring the speed of this machine takes time
    }
    g_known[0] = 0;
    char text[sizeof(g_known)];
    const double seconds = bound.seconds * RunCost::GetSlowness();
    const int length =
        bound.hops > 0
            ? std::snprintf(text,
                            sizeof(text),
                            "at least %.3g million packet-hops, %.2g s; ",
                            bound.hops / 1e6,
                            seconds)
            : std::snprintf(text, sizeof(text), "at least %.2g s; ", seconds); // it has no packets
    std::copy(text + 1, text + length + 1, g_known + 1);
    g_known[0] = text[0];
}

/** Writes a line, with only the calls allowed in a handler of a signal. */
void
OnTick(int /* signal */)
{
    const int error = errno;
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    char line[500];
    size_t length = 0;
    const auto add = [&](const char* text) {
        for (; *text != 0 && length < sizeof(line); ++text)
        {
            line[length++] = *text;
        }
    };
    char digits[24]{};
    size_t digit = sizeof(digits) - 1;
    for (int64_t left = now.tv_sec - g_progressStart.tv_sec; left > 0 || digits[digit] == 0;
         left /= 10)
    {
        digits[--digit] = static_cast<char>('0' + left % 10);
    }
    add("estimate: ");
    add(g_known);
    add(GetPhase());
    add(", ");
    add(digits + digit);
    add(" s so far\n");
    [[maybe_unused]] const auto written = write(STDERR_FILENO, line, length);
    errno = error;
}

} // namespace

EstimateProgress::EstimateProgress()
{
    g_showsProgress = true;
    clock_gettime(CLOCK_MONOTONIC, &g_progressStart);
    struct sigaction action = {};
    action.sa_handler = &OnTick;
    action.sa_flags = SA_RESTART;
    sigaction(SIGALRM, &action, nullptr);
    const itimerval timer{{5, 0}, {1, 500'000}};
    setitimer(ITIMER_REAL, &timer, nullptr);
}

EstimateProgress::~EstimateProgress()
{
    const itimerval never{};
    setitimer(ITIMER_REAL, &never, nullptr);
    std::signal(SIGALRM, SIG_DFL);
    g_showsProgress = false;
}

void
EstimateProgress::Know(const FabricScenario& scenario)
{
    TrafficNotice::Count count;
    for (const auto& job : scenario.jobs)
    {
        count.AddGraph(job.graph, job.serverOfRank);
    }
    const auto hosts = static_cast<double>(scenario.topology.GetHostCount());
    Bound all;
    for (const auto& fabric : scenario.fabrics)
    {
        const auto bound = GetBound(count);
        const bool hasPackets = fabric.profile->transport.Create<MessageTransport>()->HasPackets();
        all.hops += hasPackets ? bound.hops : 0;
        all.seconds += 1e-9 * (RunCost::FABRIC_NS + RunCost::HOST_NS * hosts +
                               (count.messages + count.insideMessages) * RunCost::MESSAGE_NS +
                               (hasPackets ? bound.hops * RunCost::HOP_NS : 0));
    }
    Show(all);
}

bool
SayBound(const std::string& job, const TrafficNotice::Count& count)
{
    const auto bound = GetBound(count);
    g_jobs.hops += bound.hops;
    g_jobs.seconds += bound.seconds;
    Show(g_jobs);
    const bool isLong = bound.seconds > RunCost::SHORT_S;
    if (isLong)
    {
        char text[250];
        std::snprintf(text,
                      sizeof(text),
                      ": at least %.3g TB in %.3g million messages between servers, %.3g TB in "
                      "%.3g million inside; over two links each, in packets of 4096 B, inside of "
                      "16 KiB, %.3g million packet-hops, %.2g s; building its graph",
                      count.bytes / 1e12,
                      count.messages / 1e6,
                      count.insideBytes / 1e12,
                      count.insideMessages / 1e6,
                      bound.hops / 1e6,
                      bound.seconds * RunCost::GetSlowness());
        std::cerr << "estimate of job " << job << text << std::endl;
    }
    return isLong;
}

} // namespace ns3
