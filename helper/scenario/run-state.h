// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RUN_STATE_H
#define AI_FABRIC_RUN_STATE_H

#include <csignal>
#include <exception>
#include <string>
#include <vector>

namespace ns3
{

/** Exit statuses of the program. */
enum ExitStatus
{
    FINE = 0,
    VIOLATION = 1,
    BAD_INPUT = 2,
    SIGNALLED = 128 //!< plus the number of the signal
};

/**
 * Notes the present activity of the program, for SayWhy().
 *
 * @param phase text such as "reading x.json"
 */
void SetPhase(const std::string& phase);

/** @return the text of SetPhase(); may be called by a signal handler */
const char* GetPhase();

/** The user has asked the program to end. */
class RunInterrupted : public std::exception
{
  public:
    /** @param signal number of the signal */
    explicit RunInterrupted(int signal);

    /** @return name of the signal, in words */
    const char* what() const noexcept override;

    /** @return number of the signal */
    int GetSignal() const;

  private:
    int m_signal;
    std::string m_text; //!< text of what()
};

/** The signals by which a user ends a program: SIGINT, SIGTERM, and SIGHUP unless it is ignored. */
std::vector<int> GetEndingSignals();

/**
 * While an object of this class exists, the first of GetEndingSignals() is noted and the next one
 * ends the program at once.
 */
class SignalWatch
{
  public:
    SignalWatch();
    ~SignalWatch();

    SignalWatch(const SignalWatch&) = delete;
    SignalWatch& operator=(const SignalWatch&) = delete;

    /** @return number of the signal noted; 0: none */
    static int GetSignal();

    /** Throws RunInterrupted if a signal was noted. */
    static void Check();

    static constexpr int STOP_SIGNAL = SIGUSR1; //!< sent by the parent of a serving process

    /**
     * From now on this process serves its parent. A terminal sends signals to both, and the parent
     * decides. STOP_SIGNAL counts as SIGINT, all others of GetEndingSignals() are ignored, and
     * further watches change nothing.
     */
    static void Serve();

  private:
    std::vector<int> m_signals;             //!< signals that are watched
    std::vector<struct sigaction> m_before; //!< their actions before
};

/**
 * Says on stderr, in one line, why the program or a run ended.
 *
 * @param error the exception
 * @return exit status: 2 for wrong input, 128 + n for signal n, 1 for anything else
 */
int SayWhy(const std::exception_ptr& error);

/** @param error an exception @return the line that SayWhy() prints for it */
std::string Describe(const std::exception_ptr& error);

} // namespace ns3

#endif // AI_FABRIC_RUN_STATE_H
