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

/** What the shell is told. */
enum ExitStatus
{
    FINE = 0,
    VIOLATION = 1,
    BAD_INPUT = 2,
    SIGNALLED = 128 //!< and the number of the signal
};

/** Notes what the program is doing, for SayWhy(). @param phase such as "reading x.json" */
void SetPhase(const std::string& phase);

/** @return its beginning; a handler of a signal may ask */
const char* GetPhase();

/** The user has asked the program to end. */
class RunInterrupted : public std::exception
{
  public:
    /** @param signal that asked */
    explicit RunInterrupted(int signal);

    /** @return which signal, in words */
    const char* what() const noexcept override;

    /** @return the signal that asked */
    int GetSignal() const;

  private:
    int m_signal;
    std::string m_text; //!< what() says
};

/** The signals by which a user ends a program: SIGINT, SIGTERM, and SIGHUP unless it is ignored. */
std::vector<int> GetEndingSignals();

/**
 * While it exists the first of GetEndingSignals() is noted and the next one ends the program at
 * once.
 */
class SignalWatch
{
  public:
    SignalWatch();
    ~SignalWatch();

    SignalWatch(const SignalWatch&) = delete;
    SignalWatch& operator=(const SignalWatch&) = delete;

    /** @return the signal that has come; 0: none */
    static int GetSignal();

    /** Throws Interrupted if a signal has come. */
    static void Check();

    static constexpr int STOP_SIGNAL = SIGUSR1; //!< from the parent of a process that serves

    /**
     * From now on this process serves its parent: a terminal sends signals to both, and the parent
     * decides. STOP_SIGNAL counts as SIGINT, all others of GetEndingSignals() are ignored, and
     * watches change nothing.
     */
    static void Serve();

  private:
    std::vector<int> m_signals;             //!< that are watched
    std::vector<struct sigaction> m_before; //!< what they did before
};

/**
 * Says on stderr, in one line, why something ended.
 *
 * @param error the exception
 * @return the exit status that belongs to it: 2 for input, 1 for anything else, 128 + n for a
 *         signal
 */
int SayWhy(const std::exception_ptr& error);

/** @param error an exception @return what SayWhy() says of it, in one line */
std::string Describe(const std::exception_ptr& error);

} // namespace ns3

#endif // AI_FABRIC_RUN_STATE_H
