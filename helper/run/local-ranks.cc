// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "local-ranks.h"

#include "ns3/input-error.h"
#include "ns3/run-state.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <iostream>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace ns3
{

namespace
{

// How often to ask before sleeping: some 100 us, several times what it takes to be woken.
constexpr uint32_t PATIENCE = 100;

/** What is under way between two processes, behind its length. */
struct Transfer
{
    std::array<char, sizeof(uint64_t)> length; //!< of what follows
    size_t done{0};                            //!< bytes of both

    bool IsDone(const std::string& bytes) const
    {
        return done == length.size() + bytes.size();
    }
};

/** @return whether the other end is there */
bool
SendSome(int socket, Transfer& transfer, const std::string& bytes)
{
    while (!transfer.IsDone(bytes))
    {
        const bool isHead = transfer.done < transfer.length.size();
        const char* const from = isHead ? transfer.length.data() + transfer.done
                                        : bytes.data() + transfer.done - transfer.length.size();
        const size_t left = isHead ? transfer.length.size() - transfer.done
                                   : bytes.size() + transfer.length.size() - transfer.done;
        const ssize_t sent = send(socket, from, left, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0)
        {
            return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
        }
        transfer.done += static_cast<size_t>(sent);
    }
    return true;
}

/** @return whether the other end is there; sets whether all has come */
bool
ReceiveSome(int socket, Transfer& transfer, std::string& bytes, bool& isDone)
{
    for (;;)
    {
        const bool isHead = transfer.done < transfer.length.size();
        isDone = !isHead && transfer.IsDone(bytes);
        if (isDone)
        {
            return true;
        }
        char* const to = isHead ? transfer.length.data() + transfer.done
                                : bytes.data() + transfer.done - transfer.length.size();
        const size_t left = isHead ? transfer.length.size() - transfer.done
                                   : bytes.size() + transfer.length.size() - transfer.done;
        const ssize_t got = recv(socket, to, left, MSG_DONTWAIT);
        if (got == 0)
        {
            return false;
        }
        if (got < 0)
        {
            return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
        }
        transfer.done += static_cast<size_t>(got);
        if (isHead && transfer.done == transfer.length.size())
        {
            uint64_t size = 0;
            std::memcpy(&size, transfer.length.data(), sizeof(size));
            bytes.resize(size);
        }
    }
}

} // namespace

void
LocalRanks::RaiseFileLimit(uint32_t count)
{
    constexpr uint64_t OTHERS = 64; // that a run may have open besides
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    getrlimit(RLIMIT_NOFILE, &limit);
    const uint64_t files = limit.rlim_cur;
    uint64_t most = count;
    while (most > 1 && most * (most - 1) + OTHERS > files)
    {
        --most;
    }
    if (most < count)
    {
        throw InputError("command line",
                         0,
                         "--ranks",
                         "is " + std::to_string(count) + " but a process may open no more than " +
                             std::to_string(files) + " files; expected at most " +
                             std::to_string(most));
    }
}

std::unique_ptr<LocalRanks>
LocalRanks::Fork(uint32_t count)
{
    std::vector<std::vector<int>> sockets(count, std::vector<int>(count, -1));
    for (uint32_t a = 0; a < count; ++a)
    {
        for (uint32_t b = a + 1; b < count; ++b)
        {
            std::array<int, 2> pair{};
            if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) != 0)
            {
                throw std::system_error(errno, std::generic_category(), "no socket for a rank");
            }
            sockets[a][b] = pair[0];
            sockets[b][a] = pair[1];
        }
    }
    const auto keep = [&sockets](uint32_t rank) {
        for (uint32_t other = 0; other < sockets.size(); ++other)
        {
            for (const int socket : sockets[other])
            {
                if (other != rank && socket >= 0)
                {
                    close(socket);
                }
            }
        }
        return sockets[rank];
    };
    std::cout.flush();
    std::cerr.flush();
    std::vector<pid_t> processes(count, -1);
    const pid_t parent = getpid();
    for (uint32_t rank = 1; rank < count; ++rank)
    {
        const pid_t process = fork();
        if (process < 0)
        {
            throw std::system_error(errno, std::generic_category(), "no process for a rank");
        }
        if (process == 0)
        {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            if (getppid() != parent)
            {
                _exit(VIOLATION);
            }
            SignalWatch::Serve();
            return std::unique_ptr<LocalRanks>(new LocalRanks(rank, count, keep(rank)));
        }
        processes[rank] = process;
    }
    std::unique_ptr<LocalRanks> first(new LocalRanks(0, count, keep(0)));
    first->m_process = std::move(processes);
    return first;
}

LocalRanks::LocalRanks(uint32_t rank, uint32_t count, std::vector<int> sockets)
    : RankLink(rank, count),
      m_sockets(std::move(sockets))
{
    SetActive(this);
}

LocalRanks::~LocalRanks()
{
    SetActive(nullptr);
    for (const int socket : m_sockets)
    {
        if (socket >= 0)
        {
            close(socket);
        }
    }
    for (const pid_t process : m_process)
    {
        if (process > 0)
        {
            kill(process, SIGKILL);
            waitpid(process, nullptr, 0);
        }
    }
}

void
LocalRanks::DoExchange(const std::vector<std::string>& out, std::vector<std::string>& in)
{
    std::vector<Transfer> sent(out.size());
    std::vector<Transfer> received(out.size());
    for (uint32_t rank = 0; rank < out.size(); ++rank)
    {
        const uint64_t size = out[rank].size();
        std::memcpy(sent[rank].length.data(), &size, sizeof(size));
    }
    const bool hasNoCore = GetCount() > std::thread::hardware_concurrency();
    std::vector<pollfd> open;
    for (uint32_t asked = 0;; ++asked)
    {
        open.clear();
        for (uint32_t rank = 0; rank < out.size(); ++rank)
        {
            const int socket = m_sockets[rank];
            if (socket < 0)
            {
                continue;
            }
            bool hasAll = false;
            if (!SendSome(socket, sent[rank], out[rank]) ||
                !ReceiveSome(socket, received[rank], in[rank], hasAll))
            {
                OnGone(rank);
            }
            const bool isSent = sent[rank].IsDone(out[rank]);
            if (!isSent || !hasAll)
            {
                const int events = (isSent ? 0 : POLLOUT) | (hasAll ? 0 : POLLIN);
                open.push_back({socket, static_cast<short>(events), 0});
            }
        }
        if (open.empty())
        {
            return;
        }
        if (hasNoCore || asked > PATIENCE)
        {
            poll(open.data(), open.size(), -1);
        }
    }
}

/** Says who is to blame: those that leave because another has gone do so soon, and well. */
void
LocalRanks::OnGone(uint32_t rank)
{
    constexpr int LOOKS = 100;
    constexpr std::chrono::milliseconds BETWEEN{10};
    std::string how = "has ended";
    int worst = 0;
    size_t left = 1;
    for (int look = 0; look < LOOKS && left > 0 && worst < 2; ++look)
    {
        left = 0;
        for (uint32_t other = 0; other < m_process.size(); ++other)
        {
            int status = 0;
            if (m_process[other] <= 0)
            {
                continue;
            }
            if (waitpid(m_process[other], &status, WNOHANG) != m_process[other])
            {
                ++left;
                continue;
            }
            m_process[other] = -1;
            const int blame = WIFSIGNALED(status) ? 2 : WEXITSTATUS(status) != 0 ? 1 : 0;
            if (blame > worst)
            {
                worst = blame;
                rank = other;
                how = blame == 1
                          ? "has ended"
                          : std::string("was ended by a signal: ") + strsignal(WTERMSIG(status));
            }
        }
        if (left > 0 && worst < 2)
        {
            std::this_thread::sleep_for(BETWEEN);
        }
    }
    throw RankError("rank " + std::to_string(rank) + " " + how);
}

} // namespace ns3
