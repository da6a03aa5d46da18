// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_GPU_H
#define AI_FABRIC_GPU_H

#include "ns3/data-rate.h"
#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/object.h"

#include <cstdint>
#include <deque>

namespace ns3
{

/** @ingroup ai-fabric-workload Whoever lets a GPU work; it must outlive its operations. */
class GpuClient
{
  public:
    /**
     * @param operation the number that was given to Gpu::Run()
     * @param finishedPs when it ended, exactly; at or less than a tick before now
     */
    virtual void OnGpuDone(uint32_t operation, int64_t finishedPs) = 0;

  protected:
    ~GpuClient() = default;
};

/**
 * @ingroup ai-fabric-workload
 * The compute side of a host: one engine that runs reductions, copies and kernels one after the
 * other, in the order they come.
 *
 *     start(i) = max(submitted(i), end(i - 1)),   end(i) = start(i) + length(i)
 *
 * in exact picoseconds whatever the tick of ns-3. It is aggregated to the host's Node and shared by
 * all jobs there. Reducing and copying are bound by the GPU's memory, which a reduction crosses
 * three times (two operands in, the result out) and a copy twice; rates are those of the result.
 */
class Gpu : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    Gpu();

    /** @param bytes of the result @return how long reducing them takes, in ps */
    int64_t GetReducePs(uint64_t bytes) const;

    /** @param bytes of the result @return how long copying them takes, in ps */
    int64_t GetCopyPs(uint64_t bytes) const;

    /**
     * Queues an operation. One of length 0 on an idle GPU is over before this returns.
     *
     * @param durationPs its length, not negative; one beyond 53 days never ends
     * @param client who is told
     * @param operation what the client is told
     */
    void Run(int64_t durationPs, GpuClient* client, uint32_t operation);

    /** @return how long it has worked until now, in ps */
    int64_t GetBusyPs() const;

  protected:
    void DoDispose() override;
    void NotifyNewAggregate() override;

  private:
    /** What waits or runs. */
    struct Operation
    {
        GpuClient* client;
        int64_t durationPs;
        int64_t submittedPs;
        uint32_t number;
    };

    void StartNext();
    void OnEnd();

    DataRate m_reduceRate; //!< of the result; 0: no time
    DataRate m_copyRate;   //!< of the result; 0: no time

    TickClock m_clock;
    Ptr<FabricEvent> m_event;           //!< end of the operation at the front
    std::deque<Operation> m_operations; //!< the front one runs
    int64_t m_startPs{0};               //!< when the front one started
    int64_t m_endPs{0};                 //!< when the front one, or the last one, ends
    int64_t m_donePs{0};                //!< sum of the lengths of those that have ended
};

} // namespace ns3

#endif // AI_FABRIC_GPU_H
