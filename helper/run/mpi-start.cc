// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "mpi-start.h"

#include "ns3/input-error.h"
#include "ns3/run-state.h"
#include "ns3/whole-file.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

const std::string MPI_RUNNER = "ai-fabric-mpi";
constexpr int NO_PROGRAM = 127; // as of a shell

volatile std::sig_atomic_t g_signal = 0;
volatile pid_t g_mpirun = 0;

/** Passes a signal on to mpirun, unless a terminal has sent it, which sends it to mpirun, too. */
void
PassOn(int signal, siginfo_t* info, void*)
{
    g_signal = signal;
    if (info->si_code != SI_KERNEL)
    {
        kill(g_mpirun, signal);
    }
}

/** Sets options of mpirun that the environment does not set; other MPIs ignore them. */
void
SetDefaults(const RunOptions& options)
{
    std::vector<std::pair<const char*, const char*>> defaults = {
        {"OMPI_ALLOW_RUN_AS_ROOT", "1"}, // as in a container
        {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
        {"OMPI_MCA_orte_execute_quiet", "1"}, // otherwise it prints a page if the status is not 0
        {"OMPI_MCA_hwloc_base_binding_policy", "none"}, // a rank may have several threads
    };
    if (options.parallel.hosts.empty())
    {
        defaults.emplace_back("OMPI_MCA_rmaps_base_oversubscribe", "1"); // more ranks than cores
    }
    for (const auto& [name, value] : defaults)
    {
        setenv(name, value, 0);
    }
}

/**
 * @param words command
 * @param isTrial true: hide its output
 * @return its exit status; 128 + n if signal n ended it
 */
int
Execute(std::vector<std::string> words, bool isTrial)
{
    std::vector<char*> arguments;
    for (auto& word : words)
    {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    // A signal in between waits until it can be passed on.
    sigset_t ending;
    sigset_t before;
    sigemptyset(&ending);
    struct sigaction action = {};
    action.sa_sigaction = &PassOn;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    for (const int signal : GetEndingSignals())
    {
        sigaddset(&ending, signal);
    }
    sigprocmask(SIG_BLOCK, &ending, &before);
    const pid_t process = fork();
    if (process == 0)
    {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        sigprocmask(SIG_SETMASK, &before, nullptr);
        if (!isTrial || std::freopen("/dev/null", "w", stdout))
        {
            execvp(arguments.front(), arguments.data());
        }
        _exit(NO_PROGRAM);
    }
    g_mpirun = process;
    for (const int signal : GetEndingSignals())
    {
        sigaction(signal, &action, nullptr);
    }
    sigprocmask(SIG_SETMASK, &before, nullptr);
    int status = NO_PROGRAM << 8;
    waitpid(process, &status, 0);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

} // namespace

bool
WantsMpi(const RunOptions& options)
{
    return (options.parallel.ranks > 1 || !options.parallel.hosts.empty()) &&
           std::filesystem::read_symlink("/proc/self/exe").filename() != MPI_RUNNER;
}

int
RunByMpi(const RunOptions& options)
{
    const auto fail = [&options](const std::string& problem) {
        return InputError("command line",
                          0,
                          options.parallel.hosts.empty() ? "--ranks" : "--hosts",
                          problem + ", or --threads");
    };
    if (!options.parallel.hosts.empty())
    {
        constexpr uint64_t MOST_BYTES = 1 << 20;
        ReadWholeFile(options.parallel.hosts, MOST_BYTES, "names of machines");
    }
    // A program with classes of the user must not be replaced by the runner.
    const auto own = std::filesystem::read_symlink("/proc/self/exe");
    const std::string runner = own.parent_path() / MPI_RUNNER;
    if (own.filename() != "ai-fabric-run" || access(runner.c_str(), X_OK) != 0)
    {
        throw fail("needs ai-fabric-run with " + MPI_RUNNER +
                   " beside it; expected a build with "
                   "MPI (Debian: libopenmpi-dev, openmpi-bin)");
    }
    std::vector<std::string> words{"mpirun"};
    if (!options.parallel.hosts.empty())
    {
        words.insert(words.end(), {"--hostfile", options.parallel.hosts});
    }
    if (options.parallel.ranks > 1)
    {
        words.insert(words.end(), {"-np", std::to_string(options.parallel.ranks)});
    }
    words.push_back(runner);
    SetDefaults(options);
    int status = 0;
    if (!options.parallel.hosts.empty())
    {
        // With orte_execute_quiet, mpirun does not say why it cannot start processes on a machine.
        auto trial = words;
        trial.insert(trial.end() - 1, {"--mca", "orte_execute_quiet", "0"});
        trial.emplace_back("--help");
        status = Execute(trial, true);
    }
    if (status != 0 && status != NO_PROGRAM)
    {
        throw InputError(options.parallel.hosts +
                         ": mpirun could not start processes on these machines");
    }
    words.insert(words.end(), options.arguments.begin() + 1, options.arguments.end());
    if (options.ShowsProgress() && !options.progress)
    {
        words.emplace_back("--progress"); // stderr of the ranks is a pipe to mpirun
    }
    status = status == 0 ? Execute(words, false) : status;
    if (status == NO_PROGRAM)
    {
        throw fail("needs mpirun, which was not found; expected Open MPI (Debian: openmpi-bin)");
    }
    if (g_signal != 0)
    {
        return 128 + g_signal;
    }
    if (status > 128)
    {
        std::cerr << "one of the processes of MPI was ended by a signal: "
                  << strsignal(status - 128) << std::endl;
    }
    return status;
}

} // namespace ns3
