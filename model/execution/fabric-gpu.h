// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_GPU_H
#define AI_FABRIC_FABRIC_GPU_H

#include "gpu-stream.h"

#include "ns3/data-rate.h"
#include "ns3/object-factory.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"
#include "ns3/read-once.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * The compute side of a host: streams that run reductions, copies and kernels. It is aggregated to
 * the host's Node and shared by all jobs there.
 *
 * Operations of one stream run one after the other in the order they come, those of different
 * streams at the same time, see GpuStream. Stream 0 computes; the others communicate. Reducing and
 * copying are bound by the GPU's memory, which a reduction crosses three times (two operands in,
 * the result out) and a copy twice; rates are those of the result.
 *
 * Communication takes SMs away from stream 0, if SmsPerChannel says so. NCCL runs a thread block
 * per channel, which fills an SM; DeepSeek-V3 sets 20 of 132 SMs aside for its all-to-all
 * (technical report, section 3.2.2). While c channels are at work stream 0 runs at (SmCount - min(c
 * * SmsPerChannel, SmCount - 1)) / SmCount of its pace. That a kernel's time is inverse to its SMs
 * is an assumption of this model: it holds for a large matrix product, and is too harsh for a
 * kernel that is bound by memory. The number of channels at work is the number of streams from 1
 * on, GraphNode::HOST_STREAM excepted, that are busy or, with MessagesHoldSms, the number of
 * channels on which this GPU has messages in flight, if that is larger.
 *
 * Slowdown makes everything slower from that moment on; Jitter stretches each operation by a factor
 * drawn when it is submitted.
 *
 * Invariant: SMs of stream 0 plus those taken by channels are SmCount.
 */
class FabricGpu : public Object, public ReadOnceAttributes
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    FabricGpu();
    ~FabricGpu() override;

    /**
     * @param durationPs of an operation at full pace, in ps
     * @return how long it takes at least as fast as the GPU is now, in ps; 0 with Jitter, which may
     *         draw anything
     */
    int64_t GetLeastPs(int64_t durationPs) const;

    /** @param bytes of the result @return how long reducing them takes at full pace, in ps */
    int64_t GetReducePs(uint64_t bytes) const;

    /** @param bytes of the result @return how long copying them takes at full pace, in ps */
    int64_t GetCopyPs(uint64_t bytes) const;

    /**
     * Queues an operation. One of length 0 on an idle stream is over before this returns.
     *
     * @param durationPs its length, not negative; one beyond 53 days never ends
     * @param client who is told
     * @param operation what the client is told
     * @param stream which of the streams runs it
     */
    void Run(int64_t durationPs, GpuClient* client, uint32_t operation, uint8_t stream = 0);

    /** @return how long stream 0 has worked until now, in ps */
    int64_t GetBusyPs() const;

    /**
     * @return whether messages in flight take SMs, so that BeginChannel() and EndChannel() are
     *         needed
     */
    bool DoMessagesHoldSms() const
    {
        return m_messagesHoldSms && m_smsPerChannel > 0;
    }

    /** A channel on which this GPU had no message in flight has one now. */
    void BeginChannel();

    /** A channel on which this GPU had a message in flight has none any more. */
    void EndChannel();

    /**
     * It hangs: whatever runs stands still, and goes on where it was when as many hangs have ended
     * as begun.
     *
     * @param hung whether a hang begins now, or ends
     */
    void SetHung(bool hung);

    /** @return whether it hangs */
    bool IsHung() const
    {
        return m_hangs > 0;
    }

    /** What is in its memory is lost: traced, so that jobs can begin again. */
    void Crash();

    /** Another one takes its place, with nothing in its memory: traced, so that jobs load it. */
    void Replace();

    /** Forgets the operations of a client, who is not told. @param client @return how many */
    uint32_t Cancel(const GpuClient* client);

    /** @param factor by which everything takes longer from now on, 0.001 to 1000 */
    void SetSlowdown(double factor);

    /** @return factor by which everything takes longer */
    double GetSlowdown() const
    {
        return m_slowdown;
    }

    /**
     * @param factory of the random variable that this GPU alone uses
     * @throw InputError if it makes no random variable
     */
    void SetJitter(ObjectFactory factory);

    /** @return factory of the factor on each operation */
    ObjectFactory GetJitter() const
    {
        return m_jitterFactory;
    }

    /** @param stream the first random stream to use @return how many are used */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;
    void NotifyNewAggregate() override;

  private:
    /** @return a stream, made if it is the first time */
    GpuStream& GetStream(uint8_t stream);
    GpuStream::Pace GetPace(bool computes) const;
    /** After a change of anything that GetPace() depends on. */
    void UpdatePace();

    DataRate m_reduceRate; //!< of the result; 0: no time
    DataRate m_copyRate;   //!< of the result; 0: no time
    uint32_t m_smCount;
    uint32_t m_smsPerChannel;           //!< that a channel takes from stream 0
    bool m_messagesHoldSms;             //!< a channel counts while it has messages in flight
    double m_slowdown{1};               //!< 1: none
    uint32_t m_hangs{0};                //!< that have begun and not ended; 0: it works
    ObjectFactory m_jitterFactory;      //!< a RandomVariableStream; no type: none
    Ptr<RandomVariableStream> m_jitter; //!< factor on each operation; null: always 1

    std::vector<std::unique_ptr<GpuStream>> m_streams; //!< null where there was nothing to do yet
    TracedCallback<> m_crashTrace;
    TracedCallback<> m_replaceTrace;
    TracedCallback<> m_resumeTrace;
    uint32_t m_channels{0}; //!< on which messages are in flight
    uint32_t m_node;        //!< id of its Node, context of its events
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_GPU_H
