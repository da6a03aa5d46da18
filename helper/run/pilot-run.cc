// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "pilot-run.h"

#include "job-counter.h"
#include "run-cost.h"
#include "stall-detector.h"
#include "task-pool.h"

#include "ns3/fabric-statistics.h"
#include "ns3/fabric-units.h"
#include "ns3/run-state.h"
#include "ns3/simulator.h"

#include <cmath>
#include <csignal>
#include <ctime>
#include <iostream>
#include <limits>
#include <sstream>
#include <sys/time.h>
#include <unistd.h>

namespace ns3
{

namespace
{

const std::string PILOT = "pilot "; //!< first word of the line that the copy writes

volatile std::sig_atomic_t g_late = 0;

/**
 * The time is over: stops the simulation at its next check, or ends one that takes as long again.
 */
void
OnTime(int /* signal */)
{
    if (g_late != 0)
    {
        _exit(VIOLATION);
    }
    g_late = 1;
    std::raise(SignalWatch::STOP_SIGNAL);
}

/** @param seconds CPU time of this process in seconds after which it is told to stop */
void
SetLimit(double seconds)
{
    struct sigaction action = {};
    action.sa_handler = &OnTime;
    action.sa_flags = SA_RESTART;
    sigaction(SIGPROF, &action, nullptr);
    const double whole = std::floor(seconds);
    const timeval time{static_cast<time_t>(whole),
                       static_cast<suseconds_t>(1e6 * (seconds - whole))};
    const itimerval timer{time, time};
    setitimer(ITIMER_PROF, &timer, nullptr);
}

double
GetCpuSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/** @return packet-hops of all networks so far */
double
CountHops(const FabricNetwork& network)
{
    const int64_t nowPs = TickClock().ToPs(NowTicks());
    return static_cast<double>(FabricStatistics::Collect(network.GetParts(), nowPs).packetHops);
}

/** Runs in the copy of the process, and writes its cost. */
void
RunBeginning(const FabricScenario& scenario, const BuiltFabric& built, double seconds)
{
    SetLimit(seconds);
    const double start = GetCpuSeconds();
    PilotRun pilot;
    {
        const JobCounter counter(built.jobs);
        for (const Time& end : {scenario.stopTime, scenario.until})
        {
            if (end > Time(0))
            {
                Simulator::Stop(end);
            }
        }
        const StallDetector watch("", built.network, built.jobs, scenario.stallTime, false);
        Simulator::Run();
        pilot.ended = SignalWatch::GetSignal() == 0;
        pilot.acknowledgedBytes = watch.GetAcknowledgedBytes();
    }
    pilot.seconds = GetCpuSeconds() - start;
    std::cerr.precision(std::numeric_limits<double>::max_digits10);
    std::cerr << PILOT << CountHops(built.network) << ' ' << pilot.seconds << ' ' << GetMemoryMb()
              << ' ' << pilot.acknowledgedBytes << ' ' << Simulator::Now().GetTimeStep() << ' '
              << pilot.ended << std::endl;
}

} // namespace

std::optional<PilotRun>
RunPilot(const FabricScenario& scenario, const BuiltFabric& built, double seconds)
{
    std::optional<PilotRun> found;
    const auto work = [&](size_t /* task */) -> int {
        try
        {
            RunBeginning(scenario, built, seconds);
            return FINE;
        }
        catch (...)
        {
            return SayWhy(std::current_exception()); // the run itself will report it
        }
    };
    const auto read = [&found](size_t /* task */, const TaskEnd& end) {
        std::istringstream said(end.said);
        for (std::string line; std::getline(said, line);)
        {
            if (line.compare(0, PILOT.size(), PILOT) == 0)
            {
                PilotRun pilot;
                int64_t ticks = 0;
                std::istringstream numbers(line.substr(PILOT.size()));
                numbers >> pilot.packetHops >> pilot.seconds >> pilot.memoryMb >>
                    pilot.acknowledgedBytes >> ticks >> pilot.ended;
                pilot.time = TimeStep(static_cast<uint64_t>(ticks));
                found = numbers ? std::optional(pilot) : std::nullopt;
            }
        }
    };
    TaskPool pool(1, 1, work, read);
    if (const int signal = pool.Run())
    {
        throw RunInterrupted(signal);
    }
    return found;
}

} // namespace ns3
