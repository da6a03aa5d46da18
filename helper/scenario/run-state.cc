// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-state.h"

#include "ns3/input-error.h"
#include "ns3/safe-file.h"

#include <iostream>
#include <new>
#include <stdexcept>

namespace ns3
{

namespace
{

std::string g_phase = "starting";
constexpr size_t MOST_PHASE = 200;
char g_phaseText[MOST_PHASE + 1] = "starting"; //!< for handlers of signals, which take no string
volatile std::sig_atomic_t g_signal = 0;

bool g_serves = false;

void
NoteSignal(int signal)
{
    g_signal = signal;
}

void
NoteStop(int)
{
    g_signal = SIGINT;
}

} // namespace

void
SetPhase(const std::string& phase)
{
    g_phase = phase;
    g_phaseText[phase.copy(g_phaseText, MOST_PHASE)] = 0; // a handler may see parts of both texts
}

const char*
GetPhase()
{
    return g_phaseText;
}

RunInterrupted::RunInterrupted(int signal)
    : m_signal(signal),
      m_text(std::string("ended by ") + (signal == SIGINT    ? "SIGINT"
                                         : signal == SIGTERM ? "SIGTERM"
                                                             : "SIGHUP"))
{
}

const char*
RunInterrupted::what() const noexcept
{
    return m_text.c_str();
}

int
RunInterrupted::GetSignal() const
{
    return m_signal;
}

std::vector<int>
GetEndingSignals()
{
    std::vector<int> signals{SIGINT, SIGTERM};
    struct sigaction now = {};
    sigaction(SIGHUP, nullptr, &now);
    if (now.sa_handler != SIG_IGN)
    {
        signals.push_back(SIGHUP);
    }
    return signals;
}

SignalWatch::SignalWatch()
    : m_signals(g_serves ? std::vector<int>() : GetEndingSignals())
{
    g_signal = g_serves ? g_signal : 0;
    struct sigaction action = {};
    action.sa_handler = &NoteSignal;
    action.sa_flags = SA_RESETHAND | SA_RESTART;
    for (const int signal : m_signals)
    {
        m_before.emplace_back();
        sigaction(signal, &action, &m_before.back());
    }
}

void
SignalWatch::Serve()
{
    for (const int signal : GetEndingSignals())
    {
        std::signal(signal, SIG_IGN);
    }
    g_signal = 0;
    g_serves = true;
    struct sigaction action = {};
    action.sa_handler = &NoteStop;
    action.sa_flags = SA_RESTART;
    sigaction(STOP_SIGNAL, &action, nullptr);
}

SignalWatch::~SignalWatch()
{
    for (size_t i = 0; i < m_signals.size(); ++i)
    {
        sigaction(m_signals[i], &m_before[i], nullptr);
    }
}

int
SignalWatch::GetSignal()
{
    return g_signal;
}

void
SignalWatch::Check()
{
    if (g_signal != 0)
    {
        throw RunInterrupted(g_signal);
    }
}

namespace
{

/** An exit status and its message. */
struct Reason
{
    int status;
    std::string text;
};

Reason
Explain(const std::exception_ptr& error)
{
    try
    {
        std::rethrow_exception(error);
    }
    catch (const InputError& problem)
    {
        return {BAD_INPUT, problem.what()};
    }
    catch (const RunInterrupted& problem)
    {
        return {SIGNALLED + problem.GetSignal(), problem.what()};
    }
    catch (const WriteError& problem)
    {
        return {VIOLATION, problem.what()};
    }
    catch (const std::bad_alloc&)
    {
        return {VIOLATION, "out of memory while " + g_phase};
    }
    catch (const std::length_error&) // a container larger than any memory
    {
        return {VIOLATION, "out of memory while " + g_phase};
    }
    catch (const std::exception& problem)
    {
        return {VIOLATION, g_phase + ": " + problem.what()};
    }
    catch (...)
    {
        return {VIOLATION, g_phase + ": an exception of an unknown type"};
    }
}

} // namespace

int
SayWhy(const std::exception_ptr& error)
{
    const auto reason = Explain(error);
    std::cerr << (reason.status == BAD_INPUT ? "" : "ai-fabric-run: ") << reason.text << std::endl;
    return reason.status;
}

std::string
Describe(const std::exception_ptr& error)
{
    return Explain(error).text;
}

} // namespace ns3
