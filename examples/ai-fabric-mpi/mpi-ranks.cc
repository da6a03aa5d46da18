// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "mpi-ranks.h"

#include "ns3/byte-image.h"
#include "ns3/input-error.h"
#include "ns3/run-state.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <mpi.h>
#include <optional>
#include <sstream>
#include <streambuf>
#include <thread>
#include <unistd.h>
#include <utility>

namespace ns3
{

namespace
{

/** Kinds of messages, by MPI tag. */
enum Tag : int
{
    GIVEN = 1, //!< a part of what Exchange() gives; the last one is shorter than PART
    FAREWELL   //!< the exit status, and why
};

constexpr size_t PART = size_t{1} << 28; // bytes; MPI counts them in an int

/** Silences a stream while this object exists. */
class Silence
{
  public:
    Silence(std::ostream& stream, std::streambuf* instead)
        : m_stream(stream),
          m_buffer(stream.rdbuf(instead))
    {
    }

    ~Silence()
    {
        m_stream.rdbuf(m_buffer);
    }

    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;

  private:
    std::ostream& m_stream;
    std::streambuf* m_buffer;
};

/** Prints to the user from any rank; the C++ streams are silent in all ranks except the first. */
void
Say(const std::string& line)
{
    std::fprintf(stderr, "%s\n", line.c_str());
}

/** Waits between polls for messages, at first without yielding the core. */
class Waiting
{
  public:
    /** @param isCrowded whether others need the core */
    explicit Waiting(bool isCrowded)
        : m_nap(m_now + (isCrowded ? Clock::duration::zero() : AT_ONCE))
    {
    }

    /** @return whether ten more seconds had passed when GoesOn() looked */
    bool IsLong()
    {
        if (m_now < m_long)
        {
            return false;
        }
        m_long += LONG;
        return true;
    }

    /** @return false if a process was asked to end and the others have had time to report */
    bool GoesOn()
    {
        m_now = Clock::now();
        if (m_now < m_nap)
        {
            return true;
        }
        std::this_thread::sleep_for(NAP);
        if (SignalWatch::GetSignal() == 0)
        {
            return true;
        }
        m_end = std::min(m_end, m_now + PATIENCE);
        return m_now < m_end;
    }

  private:
    using Clock = std::chrono::steady_clock;

    // Longer than the differences of threads and processes in a window; a sleep takes about 70 us.
    static constexpr Clock::duration AT_ONCE = std::chrono::milliseconds(1);
    static constexpr Clock::duration NAP = std::chrono::microseconds(20);
    static constexpr Clock::duration PATIENCE = std::chrono::milliseconds(300); // mpirun has 1 s
    static constexpr Clock::duration LONG = std::chrono::seconds(10);

    Clock::time_point m_now{Clock::now()};
    Clock::time_point m_long{m_now + LONG};
    Clock::time_point m_nap;
    Clock::time_point m_end{Clock::time_point::max()};
};

/** Sends in parts. */
void
Send(const std::string& bytes, int rank, Tag tag, std::vector<MPI_Request>& under)
{
    for (size_t begin = 0;; begin += PART)
    {
        const size_t size = std::min(bytes.size() - begin, PART);
        MPI_Isend(bytes.data() + begin,
                  static_cast<int>(size),
                  MPI_BYTE,
                  rank,
                  tag,
                  MPI_COMM_WORLD,
                  &under.emplace_back());
        if (size < PART)
        {
            return;
        }
    }
}

/** Messages from another process. */
class Incoming
{
  public:
    /** @param rank sender @param bytes gets the message, appended */
    Incoming(uint32_t rank, std::string& bytes)
        : m_rank(rank),
          m_bytes(&bytes)
    {
    }

    uint32_t GetRank() const
    {
        return m_rank;
    }

    /** @return kind of the message when it is complete; empty: incomplete */
    std::optional<Tag> Look()
    {
        for (;;)
        {
            int isThere = 0;
            if (m_request == MPI_REQUEST_NULL)
            {
                MPI_Message message;
                MPI_Status status;
                MPI_Improbe(m_rank, MPI_ANY_TAG, MPI_COMM_WORLD, &isThere, &message, &status);
                if (!isThere)
                {
                    return std::nullopt;
                }
                m_tag = static_cast<Tag>(status.MPI_TAG);
                MPI_Get_count(&status, MPI_BYTE, &m_size);
                const size_t begin = m_bytes->size();
                m_bytes->resize(begin + m_size);
                MPI_Imrecv(m_bytes->data() + begin, m_size, MPI_BYTE, &message, &m_request);
            }
            MPI_Test(&m_request, &isThere, MPI_STATUS_IGNORE);
            if (!isThere)
            {
                return std::nullopt;
            }
            if (static_cast<size_t>(m_size) < PART)
            {
                return m_tag;
            }
        }
    }

  private:
    uint32_t m_rank;
    std::string* m_bytes;
    MPI_Request m_request{MPI_REQUEST_NULL}; //!< of the part that is under way
    int m_size{0};                           //!< of it, in bytes
    Tag m_tag{GIVEN};                        //!< of it
};

bool
AreDone(std::vector<MPI_Request>& under)
{
    int done = 0;
    MPI_Testall(static_cast<int>(under.size()), under.data(), &done, MPI_STATUSES_IGNORE);
    return done != 0;
}

/** @return the last line of a text: the reason of the end */
std::string
GetLastLine(std::string text)
{
    text.erase(text.find_last_not_of('\n') + 1);
    const size_t end = text.rfind('\n');
    return end == std::string::npos ? text : text.substr(end + 1);
}

int
GetWorldRank()
{
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

int
GetSize(MPI_Comm processes)
{
    int size = 0;
    MPI_Comm_size(processes, &size);
    return size;
}

/** @return whether the machine has more of these processes than cores */
bool
IsCrowded()
{
    MPI_Comm here;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    const auto count = static_cast<uint32_t>(GetSize(here));
    MPI_Comm_free(&here);
    return count > std::thread::hardware_concurrency();
}

/** @return names of the machines, by rank */
std::vector<std::string>
GetMachines()
{
    using Name = std::array<char, MPI_MAX_PROCESSOR_NAME + 1>;
    Name mine{};
    int length = 0;
    MPI_Get_processor_name(mine.data(), &length);
    std::vector<Name> all(GetSize(MPI_COMM_WORLD));
    const int size = static_cast<int>(mine.size());
    MPI_Allgather(mine.data(), size, MPI_CHAR, all.data(), size, MPI_CHAR, MPI_COMM_WORLD);
    std::vector<std::string> names;
    for (const auto& name : all)
    {
        names.emplace_back(name.data());
    }
    return names;
}

/** @return numbers of the processes, by rank */
std::vector<int64_t>
GetProcesses()
{
    const int64_t mine = getpid();
    std::vector<int64_t> all(GetSize(MPI_COMM_WORLD));
    MPI_Allgather(&mine, 1, MPI_INT64_T, all.data(), 1, MPI_INT64_T, MPI_COMM_WORLD);
    return all;
}

/** @return whether a process of this machine is stopped, as by SIGSTOP or a debugger */
bool
IsStopped(int64_t process)
{
    std::ifstream in("/proc/" + std::to_string(process) + "/stat");
    std::string text;
    std::getline(in, text);
    const size_t name = text.rfind(") "); // the name may contain any characters
    const char state = name == std::string::npos ? ' ' : text[name + 2];
    return state == 'T' || state == 't';
}

} // namespace

MpiRanks::MpiRanks()
    : RankLink(GetWorldRank(), GetSize(MPI_COMM_WORLD)),
      m_machines(GetMachines()),
      m_processes(GetProcesses()),
      m_isNamed(GetCount(), false),
      m_isCrowded(IsCrowded()),
      m_farewells(GetCount())
{
    if (GetCount() > 1)
    {
        SetActive(this);
    }
}

MpiRanks::~MpiRanks()
{
    SetActive(nullptr);
}

int
MpiRanks::Run(const std::function<int()>& program)
{
    if (GetRank() == 0)
    {
        return TakeLeave(program(), "");
    }
    SignalWatch::Serve();
    std::ostringstream said;
    int status = FINE;
    {
        const Silence output(std::cout, nullptr);
        const Silence errors(std::cerr, said.rdbuf());
        status = program();
    }
    TakeLeave(status, GetLastLine(said.str()));
    return FINE; // mpirun prints a long message for any other status
}

void
MpiRanks::DoExchange(const std::vector<std::string>& out, std::vector<std::string>& in)
{
    std::vector<MPI_Request> under;
    std::vector<Incoming> awaited;
    for (uint32_t rank = 0; rank < GetCount(); ++rank)
    {
        if (rank != GetRank())
        {
            Send(out[rank], rank, GIVEN, under);
            awaited.emplace_back(rank, in[rank]);
        }
    }
    const auto hasCome = [&](Incoming& one) {
        const auto tag = one.Look();
        if (tag == FAREWELL)
        {
            Note(one.GetRank(), in[one.GetRank()]);
        }
        return tag.has_value();
    };
    Waiting waiting(m_isCrowded);
    while (!awaited.empty() || !AreDone(under))
    {
        awaited.erase(std::remove_if(awaited.begin(), awaited.end(), hasCome), awaited.end());
        const bool goesOn = waiting.GoesOn();
        if (SignalWatch::GetSignal() != 0)
        {
            // mpirun ends all processes if one has died. The cause is found before the others end.
            const auto dead = std::find_if(awaited.rbegin(), awaited.rend(), [&](const auto& one) {
                return IsGone(one.GetRank());
            });
            if (dead != awaited.rend())
            {
                Miss(dead->GetRank());
            }
        }
        if (!goesOn && !awaited.empty())
        {
            Miss(awaited.front().GetRank());
        }
        if (waiting.IsLong())
        {
            // A stopped rank may have sent already, and keep others waiting as it does not receive.
            for (uint32_t rank = 0; rank < GetCount(); ++rank)
            {
                NameStopped(rank, std::any_of(awaited.begin(), awaited.end(), [&](const auto& one) {
                                return one.GetRank() == rank;
                            }));
            }
        }
    }
    ThrowIfLeft();
}

/** Reports a stopped rank that keeps others waiting; on another machine this is a guess. */
void
MpiRanks::NameStopped(uint32_t rank, bool isAwaited)
{
    const bool isHere = m_machines[rank] == m_machines[GetRank()];
    if (!LooksAfter(rank) || m_isNamed[rank] ||
        !(isHere ? IsStopped(m_processes[rank]) : isAwaited))
    {
        return;
    }
    m_isNamed[rank] = true;
    const std::string process = std::to_string(m_processes[rank]);
    Say("rank " + std::to_string(rank) +
        (isHere
             ? " is stopped and keeps the others waiting; kill -CONT " + process + " lets it go on"
             : " on " + m_machines[rank] + ", process " + process +
                   ", has not answered for 10 s and keeps the others waiting"));
}

/** @return true if this process reports the problems of others */
bool
MpiRanks::LooksAfter(uint32_t rank) const
{
    return GetRank() == (rank == 0 ? 1 : 0);
}

/** @return true if a process of this machine has ended and mpirun knows */
bool
MpiRanks::IsGone(uint32_t rank) const
{
    return m_machines[rank] == m_machines[GetRank()] &&
           kill(static_cast<pid_t>(m_processes[rank]), 0) != 0 && errno == ESRCH;
}

/** @param rank rank that does not answer at the end of another @throw RankError always */
void
MpiRanks::Miss(uint32_t rank)
{
    m_isCutOff = true;
    const std::string name = "rank " + std::to_string(rank) + " on " + m_machines[rank];
    const std::string problem = IsGone(rank) ? name + " has died" : "no answer from " + name;
    if (rank == 0 && LooksAfter(rank))
    {
        Say(problem); // the first rank can print nothing more
    }
    throw RankError(problem);
}

/** @throw RankError or InputError if another process has left; prefers the one that failed first */
void
MpiRanks::ThrowIfLeft() const
{
    std::optional<uint32_t> left;
    for (uint32_t rank = 0; rank < GetCount(); ++rank)
    {
        if (m_farewells[rank] && (!left || m_farewells[*left]->status == FINE))
        {
            left = rank;
        }
    }
    if (left && m_farewells[*left]->status == BAD_INPUT)
    {
        throw InputError(Tell(*left));
    }
    if (left)
    {
        throw RankError(Tell(*left));
    }
}

/** @param said farewell of the rank */
void
MpiRanks::Note(uint32_t rank, const std::string& said)
{
    const char* from = said.data();
    const auto status = LoadValue<int>(from);
    m_farewells[rank] = {status, LoadText(from)};
}

/** @return reason why a rank has left */
std::string
MpiRanks::Tell(uint32_t rank) const
{
    const auto& why = m_farewells[rank]->why;
    return "rank " + std::to_string(rank) + " on " + m_machines[rank] +
           (why.empty() ? " has ended" : ": " + why);
}

/** @return the exit status; rank 0 takes those of others into account */
int
MpiRanks::TakeLeave(int status, const std::string& why)
{
    std::string mine;
    SaveValue(mine, status);
    SaveText(mine, why);
    std::vector<MPI_Request> under;
    std::vector<std::string> said(GetCount());
    std::vector<Incoming> awaited;
    for (uint32_t rank = 0; rank < GetCount() && !m_isCutOff; ++rank)
    {
        if (rank != GetRank())
        {
            Send(mine, rank, FAREWELL, under);
        }
        if (rank != GetRank() && !m_farewells[rank])
        {
            awaited.emplace_back(rank, said[rank]);
        }
    }
    const auto hasLeft = [&](Incoming& one) {
        auto& text = said[one.GetRank()];
        const auto tag = one.Look();
        if (tag == FAREWELL)
        {
            Note(one.GetRank(), text);
        }
        else if (tag)
        {
            text.clear(); // messages of an exchange that this process does not reach
        }
        return tag == FAREWELL;
    };
    Waiting waiting(m_isCrowded);
    while (!awaited.empty() || !AreDone(under))
    {
        awaited.erase(std::remove_if(awaited.begin(), awaited.end(), hasLeft), awaited.end());
        m_isCutOff = m_isCutOff || !waiting.GoesOn();
        if (m_isCutOff)
        {
            break;
        }
    }
    if (m_isCutOff)
    {
        std::cout.flush();
        _exit(status); // MPI_Finalize() would wait for processes that do not answer
    }
    for (uint32_t rank = 1; rank < GetCount() && GetRank() == 0 && status == FINE; ++rank)
    {
        status = m_farewells[rank]->status;
        if (status != FINE)
        {
            std::cerr << Tell(rank) << std::endl;
        }
    }
    return status;
}

} // namespace ns3
