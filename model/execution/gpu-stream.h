// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GPU_STREAM_H
#define AI_FABRIC_GPU_STREAM_H

#include "ns3/callback.h"
#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"

#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * Told of the end of operations of a GPU; must outlive them.
 */
class GpuClient
{
  public:
    /**
     * @param operation the number that was given to FabricGpu::Run()
     * @param startedPs exact start in ps
     * @param finishedPs exact end in ps: now, or less than one tick before
     */
    virtual void OnGpuDone(uint32_t operation, int64_t startedPs, int64_t finishedPs) = 0;

  protected:
    ~GpuClient() = default;
};

/**
 * @ingroup ai-fabric-execution
 * One stream of a GPU: operations that run one after the other, in the order they come.
 *
 *     start(i) = max(submitted(i), end(i - 1))
 *     end(i)   = the first picosecond at which the work done since start(i) reaches
 *                length(i) * SMs of the GPU * slowdown,
 *     where each picosecond does as much work as the stream has SMs, or none while the GPU hangs
 *
 * in exact picoseconds whatever the tick of ns-3. Work is an integer, so a pace that changes any
 * number of times neither loses nor gains any: an operation at full pace takes its length, and one
 * that has all SMs for a and half of them for b takes a + b with a + b / 2 = length, rounded up.
 *
 * Invariant: while an operation runs, the end is what its work left takes at the present pace.
 */
class GpuStream
{
  public:
    static constexpr uint32_t MILLION = 1'000'000; //!< a slowdown of 1, in millionths

    /** How fast operations run. */
    struct Pace
    {
        uint32_t smCount{1};                  //!< of the GPU, at least 1
        uint32_t sms{1};                      //!< SMs that this stream has, 1 to smCount
        uint32_t slowdownMillionths{MILLION}; //!< of the whole GPU, at least 1
        bool isHung{false};                   //!< nothing runs at all
    };

    static constexpr int64_t MAX_LENGTH_PS = NEVER_PS / 2; //!< longer ones take this long: 53 days

    /** @param pace at first */
    explicit GpuStream(const Pace& pace);
    ~GpuStream();

    GpuStream(const GpuStream&) = delete;
    GpuStream& operator=(const GpuStream&) = delete;

    /** @param node id of the Node, context of its events */
    void SetContext(uint32_t node)
    {
        m_event->SetContext(node);
    }

    /** @param callback called whenever IsBusy() changes */
    void SetBusyCallback(Callback<void> callback)
    {
        m_busyCallback = callback;
    }

    /**
     * Queues an operation. One of length 0 on an idle stream is over before this returns.
     *
     * @param lengthPs at full pace, not negative
     * @param client who is told
     * @param operation what the client is told
     */
    void Run(int64_t lengthPs, GpuClient* client, uint32_t operation);

    /** Goes on at another pace from now on. @param pace with the same smCount */
    void SetPace(const Pace& pace);

    /** @return whether an operation runs */
    bool IsBusy() const
    {
        return !m_operations.empty();
    }

    /** @return how long it has worked until now, in ps */
    int64_t GetBusyPs() const;

    /** Forgets the operations that wait and run. */
    void Clear();

    /** Forgets those of a client, who is not told. @param client whose @return how many there were
     */
    uint32_t Cancel(const GpuClient* client);

  private:
    /** An operation that waits or runs. */
    struct Operation
    {
        GpuClient* client; //!< told of its end
        int64_t lengthPs;  //!< at full pace
        int64_t submittedPs;
        uint32_t number; //!< of the client's choice
    };

    /** @return what each picosecond does at the present pace */
    Uint128 GetWorkPerPs() const
    {
        return m_pace.isHung ? 0 : static_cast<Uint128>(m_pace.sms) * MILLION;
    }

    /** The operation at the front begins. */
    void StartNext();
    /** Computes the end of the front one from the work left and the present pace. */
    void ScheduleEnd();
    /** The front one is done. */
    void OnEnd();

    TickClock m_clock;
    Pace m_pace;
    Ptr<FabricEvent> m_event;           //!< end of the operation at the front
    Callback<void> m_busyCallback;      //!< null: nobody
    std::deque<Operation> m_operations; //!< the front one runs
    Uint128 m_workLeft{0};              //!< of the front one at m_sincePs
    int64_t m_sincePs{0};               //!< since when it runs at this pace
    int64_t m_startPs{0};               //!< when the front one started
    int64_t m_endPs{0};                 //!< when the front one, or the last one, ends
    int64_t m_donePs{0};                //!< how long those took that have ended
};

} // namespace ns3

#endif // AI_FABRIC_GPU_STREAM_H
