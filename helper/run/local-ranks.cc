// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "local-ranks.h"

#include "ns3/cpu-pause.h"
#include "ns3/input-error.h"
#include "ns3/run-state.h"

#include <algorithm>
#include <array>
#include <boost/interprocess/anonymous_shared_memory.hpp>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <iostream>
#include <new>
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

constexpr size_t ALL_BYTES = 64 << 20;    // of all pipes
constexpr size_t MOST_BYTES = 256 << 10;  // of a pipe, which is read while it is in a cache
constexpr size_t FEWEST_BYTES = 16 << 10; // of a pipe
constexpr size_t SLEEP_BYTES = 64;        // of memory where a process says that it sleeps

/** @return whether a process is stopped, as by SIGSTOP or a debugger */
bool
IsStopped(pid_t process)
{
    std::ifstream in("/proc/" + std::to_string(process) + "/stat");
    std::string text;
    std::getline(in, text);
    const size_t name = text.rfind(") "); // which may hold anything
    const char state = name == std::string::npos ? ' ' : text[name + 2];
    return state == 'T' || state == 't';
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

/** @param count of processes @return what all of them have, ready for use */
LocalRanks::Region
LocalRanks::MakeMemory(uint32_t count)
{
    const size_t pipeBytes = SharedPipe::GetSize(GetPipeBytes(count));
    const size_t sleepBytes = count * SLEEP_BYTES;
    Region memory =
        boost::interprocess::anonymous_shared_memory(sleepBytes + count * count * pipeBytes);
    char* const bytes = static_cast<char*>(memory.get_address());
    for (uint32_t rank = 0; rank < count; ++rank)
    {
        new (bytes + rank * SLEEP_BYTES) std::atomic<uint32_t>(0);
    }
    for (uint32_t pipe = 0; pipe < count * count; ++pipe)
    {
        new (bytes + sleepBytes + pipe * pipeBytes) SharedPipe;
    }
    return memory;
}

/** @param count of processes @return bytes that a pipe between two of them holds */
size_t
LocalRanks::GetPipeBytes(uint32_t count)
{
    const size_t each = ALL_BYTES / (size_t{count} * count) / 64 * 64;
    return std::min(std::max(each, FEWEST_BYTES), MOST_BYTES);
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
    Region memory = MakeMemory(count);
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
            return std::unique_ptr<LocalRanks>(new LocalRanks(rank, keep(rank), std::move(memory)));
        }
        processes[rank] = process;
    }
    std::unique_ptr<LocalRanks> first(new LocalRanks(0, keep(0), std::move(memory)));
    first->m_process = std::move(processes);
    return first;
}

/** What goes to another process and what comes from it, each behind its length. */
struct LocalRanks::Transfer
{
    static constexpr size_t HEAD_BYTES = sizeof(uint64_t);

    const std::string* out; //!< null: there is no other process
    std::string* in;
    uint64_t outBytes; //!< length of out
    uint64_t inBytes;  //!< length of in, once it is known
    size_t sent;       //!< bytes of both
    size_t received;   //!< bytes of both

    /** @return whether all has been sent */
    bool IsSent() const
    {
        return sent == HEAD_BYTES + outBytes;
    }

    /** @return whether all has come */
    bool HasCome() const
    {
        return received >= HEAD_BYTES && received == HEAD_BYTES + inBytes;
    }

    /** @return whether anything is left to do */
    bool IsOpen() const
    {
        return out && !(IsSent() && HasCome());
    }

    /** @param pipe to the other process @param size bytes it holds @return bytes that went */
    size_t Send(SharedPipe& pipe, size_t size)
    {
        const bool isHead = sent < HEAD_BYTES;
        const char* const from = isHead ? reinterpret_cast<const char*>(&outBytes) + sent
                                        : out->data() + sent - HEAD_BYTES;
        const size_t went =
            pipe.Write(from, (isHead ? HEAD_BYTES : HEAD_BYTES + outBytes) - sent, size);
        sent += went;
        return went;
    }

    /** @param pipe from the other process @param size bytes it holds @return bytes that came */
    size_t Receive(SharedPipe& pipe, size_t size)
    {
        const bool isHead = received < HEAD_BYTES;
        char* const to = isHead ? reinterpret_cast<char*>(&inBytes) + received
                                : in->data() + received - HEAD_BYTES;
        const size_t came =
            pipe.Read(to, (isHead ? HEAD_BYTES : HEAD_BYTES + inBytes) - received, size);
        received += came;
        if (isHead && received == HEAD_BYTES)
        {
            in->resize(inBytes);
        }
        return came;
    }
};

LocalRanks::LocalRanks(uint32_t rank, std::vector<int> sockets, Region&& memory)
    : RankLink(rank, static_cast<uint32_t>(sockets.size())),
      m_sockets(std::move(sockets)),
      m_isGone(m_sockets.size(), false),
      m_isNamed(m_sockets.size(), false),
      m_memory(std::move(memory)),
      m_pipeBytes(GetPipeBytes(GetCount())),
      m_patience(CountPauses(GetCount()))
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

SharedPipe&
LocalRanks::GetPipe(uint32_t from, uint32_t to) const
{
    const size_t before = GetCount() * SLEEP_BYTES +
                          (size_t{from} * GetCount() + to) * SharedPipe::GetSize(m_pipeBytes);
    return *reinterpret_cast<SharedPipe*>(static_cast<char*>(m_memory.get_address()) + before);
}

/** @return not 0: the process may be asleep, and is to be woken when there is something for it */
std::atomic<uint32_t>&
LocalRanks::GetSleep(uint32_t rank) const
{
    return *reinterpret_cast<std::atomic<uint32_t>*>(static_cast<char*>(m_memory.get_address()) +
                                                     rank * SLEEP_BYTES);
}

/** @return whether there was anything to move, or room for it */
bool
LocalRanks::Move(std::vector<Transfer>& transfers)
{
    bool moved = false;
    for (uint32_t rank = 0; rank < transfers.size(); ++rank)
    {
        Transfer& transfer = transfers[rank];
        if (!transfer.out)
        {
            continue;
        }
        while (!transfer.IsSent() && transfer.Send(GetPipe(GetRank(), rank), m_pipeBytes) > 0)
        {
            moved = true;
        }
        while (!transfer.HasCome() && transfer.Receive(GetPipe(rank, GetRank()), m_pipeBytes) > 0)
        {
            moved = true;
        }
    }
    return moved;
}

/** After something was moved: who waits for it may have seen that it was not there, and sleep. */
void
LocalRanks::WakeSleepers()
{
    std::atomic_thread_fence(std::memory_order_seq_cst); // moved before the others are asked
    for (uint32_t rank = 0; rank < m_sockets.size(); ++rank)
    {
        if (m_sockets[rank] >= 0 && GetSleep(rank).load(std::memory_order_relaxed) != 0)
        {
            // If it cannot be taken, there are others that wake it.
            send(m_sockets[rank], "", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
        }
    }
}

/** Until another process has moved something or is gone, if there still is nothing to move. */
void
LocalRanks::Sleep(std::vector<Transfer>& transfers)
{
    GetSleep(GetRank()).store(1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_seq_cst); // said before it looks once more
    if (Move(transfers))
    {
        WakeSleepers();
    }
    else
    {
        std::vector<pollfd> others;
        for (uint32_t rank = 0; rank < m_sockets.size(); ++rank)
        {
            // Those that are negative are passed over.
            others.push_back({m_isGone[rank] ? -1 : m_sockets[rank], POLLIN, 0});
        }
        constexpr int LONG_MS = 10'000;
        if (poll(others.data(), others.size(), LONG_MS) == 0)
        {
            NameStopped(transfers);
        }
        for (uint32_t rank = 0; rank < others.size(); ++rank)
        {
            std::array<char, 64> wakes;
            if (others[rank].fd >= 0 && others[rank].revents != 0)
            {
                const ssize_t got = recv(others[rank].fd, wakes.data(), wakes.size(), MSG_DONTWAIT);
                m_isGone[rank] = got == 0 || (got < 0 && errno == ECONNRESET);
            }
        }
    }
    GetSleep(GetRank()).store(0, std::memory_order_relaxed);
}

void
LocalRanks::DoExchange(const std::vector<std::string>& out, std::vector<std::string>& in)
{
    std::vector<Transfer> transfers;
    for (uint32_t rank = 0; rank < out.size(); ++rank)
    {
        const bool isOther = m_sockets[rank] >= 0;
        transfers.push_back({isOther ? &out[rank] : nullptr, &in[rank], out[rank].size(), 0, 0, 0});
    }
    for (uint32_t asked = 0;; ++asked)
    {
        const bool moved = Move(transfers);
        if (moved)
        {
            WakeSleepers();
            asked = 0;
        }
        const auto isOpen = [](const Transfer& transfer) { return transfer.IsOpen(); };
        if (std::none_of(transfers.begin(), transfers.end(), isOpen))
        {
            return;
        }
        if (moved)
        {
            continue;
        }
        for (uint32_t rank = 0; rank < transfers.size(); ++rank)
        {
            // What it had written before it went has been read.
            if (m_isGone[rank] && transfers[rank].IsOpen())
            {
                OnGone(rank);
            }
        }
        if (asked < m_patience)
        {
            CpuPause();
        }
        else
        {
            Sleep(transfers);
        }
    }
}

/**
 * Says which processes keep the others waiting as they are stopped. The first one knows all others,
 * the second one looks after the first.
 */
void
LocalRanks::NameStopped(const std::vector<Transfer>& transfers)
{
    for (uint32_t rank = 0; rank < transfers.size(); ++rank)
    {
        const pid_t first = GetRank() == 1 ? getppid() : -1;
        const pid_t process = rank == 0 ? first : rank < m_process.size() ? m_process[rank] : -1;
        const bool isStopped = process > 0 && transfers[rank].IsOpen() && IsStopped(process);
        if (isStopped && !m_isNamed[rank])
        {
            std::cerr << "rank " << rank << " is stopped and keeps the others waiting; kill -CONT "
                      << process << " lets it go on" << std::endl;
        }
        m_isNamed[rank] = isStopped;
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
