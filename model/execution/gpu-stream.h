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
 * Interface for notices about the end of GPU operations; must outlive the operations.
 */
class GpuClient
{
  public:
    /**
     * @param operation number given to FabricGpu::Run()
     * @param startedPs exact start in ps
     * @param finishedPs exact end in ps: now, or less than one tick before
     */
    virtual void OnGpuDone(uint32_t operation, int64_t startedPs, int64_t finishedPs) = 0;

  protected:
    ~GpuClient() = default;
};

/**
 * @ingroup ai-fabric-execution
 * One stream of a GPU: operations run one after the other, in the order of their submission.
 *
 *     start(i) = max(submitted(i), end(i - 1))
 *     end(i)   = the first picosecond at which the work done since start(i) reaches
 *                length(i) * SMs of the GPU * slowdown,
 *     where each picosecond does as much work as the stream has SMs, or none while the GPU hangs
 *
 * in exact picoseconds for any tick of ns-3. Work is an integer, so a changing pace neither loses
 * nor gains work. An operation at full pace takes its length. An operation that has all SMs for a
 * and half of them for b takes a + b with a + b / 2 = length, rounded up.
 *
 * Invariant: while an operation runs, its end follows from the work left and the present pace.
 */
class GpuStream
{
  public:
    static constexpr uint32_t MILLION = 1'000'000; //!< a slowdown of 1, in millionths

    /** Speed of the operations. */
    struct Pace
    {
        uint32_t smCount{1}; //!< number of SMs of the GPU, at least 1
        uint32_t sms{1};     //!< SMs that this stream has, 1 to smCount
        uint32_t slowdownMillionths{
            MILLION};       //!< slowdown of the whole GPU in millionths, at least 1
        bool isHung{false}; //!< the GPU hangs; nothing runs
    };

    static constexpr int64_t MAX_LENGTH_PS =
        NEVER_PS / 2; //!< limit of the length, 53 days; longer operations are cut to it

    /** @param pace initial pace */
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
     * Queues an operation. An operation of length 0 on an idle stream ends before this function
     * returns.
     *
     * @param lengthPs length at full pace in ps, not negative
     * @param client gets a notice at the end
     * @param operation number for the notice
     */
    void Run(int64_t lengthPs, GpuClient* client, uint32_t operation);

    /** Changes the pace from now on. @param pace new pace, with the same smCount */
    void SetPace(const Pace& pace);

    /** @return whether an operation runs */
    bool IsBusy() const
    {
        return !m_operations.empty();
    }

    /** @return time that the stream has worked until now, in ps */
    int64_t GetBusyPs() const;

    /** Removes all waiting and running operations. */
    void Clear();

    /**
     * Removes the operations of a client without notice.
     *
     * @param client client
     * @return number of removed operations
     */
    uint32_t Cancel(const GpuClient* client);

  private:
    /** An operation that waits or runs. */
    struct Operation
    {
        GpuClient* client; //!< gets a notice at the end
        int64_t lengthPs;  //!< length at full pace
        int64_t submittedPs;
        uint32_t number; //!< number chosen by the client
    };

    /** @return work done per picosecond at the present pace */
    Uint128 GetWorkPerPs() const
    {
        return m_pace.isHung ? 0 : static_cast<Uint128>(m_pace.sms) * MILLION;
    }

    /** Starts the operation at the front. */
    void StartNext();
    /** Computes the end of the front operation from the work left and the present pace. */
    void ScheduleEnd();
    /** Called when the front operation has ended. */
    void OnEnd();

    TickClock m_clock;
    Pace m_pace;
    Ptr<FabricEvent> m_event;           //!< end of the operation at the front
    Callback<void> m_busyCallback;      //!< null: there is no callback
    std::deque<Operation> m_operations; //!< the operation at the front runs
    Uint128 m_workLeft{0};              //!< work left of the front operation at m_sincePs
    int64_t m_sincePs{0};               //!< start of the present pace for the front operation
    int64_t m_startPs{0};               //!< start of the front operation
    int64_t m_endPs{0};                 //!< end of the front operation, or of the last one
    int64_t m_donePs{0};                //!< total time of the ended operations
};

} // namespace ns3

#endif // AI_FABRIC_GPU_STREAM_H
