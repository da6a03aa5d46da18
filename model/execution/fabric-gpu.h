// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_GPU_H
#define AI_FABRIC_FABRIC_GPU_H

#include "gpu-stream.h"

#include "ns3/data-rate.h"
#include "ns3/frozen-attributes.h"
#include "ns3/object-factory.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"
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
 * Operations of one stream run one after the other in the order of their submission; operations of
 * different streams run at the same time, see GpuStream. Stream 0 computes; the other streams
 * communicate. Reductions and copies are bound by the GPU's memory: a reduction crosses it three
 * times (two operands in, the result out) and a copy twice. Rates count the bytes of the result.
 *
 * If SmsPerChannel is set, communication takes SMs away from stream 0. NCCL runs a thread block per
 * channel, which fills an SM; DeepSeek-V3 sets 20 of 132 SMs aside for its all-to-all (technical
 * report, section 3.2.2). While c channels are at work, stream 0 runs at (SmCount - min(c *
 * SmsPerChannel, SmCount - 1)) / SmCount of its pace. The model assumes that a kernel's time is
 * inverse to its number of SMs: this holds for a large matrix product, and is too harsh for a
 * kernel that is bound by memory. The number of channels at work is the number of busy streams from
 * 1 on, except GraphNode::HOST_STREAM. With MessagesHoldSms it is the number of channels on which
 * this GPU has messages in flight, if that number is larger.
 *
 * Slowdown makes everything slower from that moment on; Jitter stretches each operation by a factor
 * drawn at its submission.
 *
 * Invariant: SMs of stream 0 plus SMs taken by channels = SmCount.
 */
class FabricGpu : public Object, public FrozenAttributes
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    FabricGpu();
    ~FabricGpu() override;

    /**
     * Called for a GPU that is not aggregated to its Node, as another one behind the same NIC is.
     *
     * @param node id of its Node
     */
    void SetNode(uint32_t node);

    /**
     * @param durationPs duration of an operation at full pace, in ps
     * @return lower bound of its duration in ps, durationPs * min(slowdown, 1); 0 with Jitter,
     * which may draw any factor
     */
    int64_t GetLeastPs(int64_t durationPs) const;

    /** @param bytes bytes of the result @return time of the reduction at full pace, in ps */
    int64_t GetReducePs(uint64_t bytes) const;

    /** @param bytes bytes of the result @return time of the copy at full pace, in ps */
    int64_t GetCopyPs(uint64_t bytes) const;

    /**
     * Queues an operation. An operation of length 0 on an idle stream ends before this function
     * returns.
     *
     * @param durationPs length at full pace in ps, not negative; an operation beyond 53 days never
     * ends
     * @param client gets a notice at the end
     * @param operation number for the notice
     * @param stream number of the stream that runs it
     */
    void Run(int64_t durationPs, GpuClient* client, uint32_t operation, uint8_t stream = 0);

    /** @return time that stream 0 has worked until now, in ps */
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
     * Begins or ends a hang. During a hang all operations stand still. They continue where they
     * stopped when as many hangs have ended as begun.
     *
     * @param hung true: a hang begins; false: a hang ends
     */
    void SetHung(bool hung);

    /** @return true if the GPU hangs */
    bool IsHung() const
    {
        return m_hangs > 0;
    }

    /** The contents of the GPU's memory are lost. Fires the trace, so that jobs can restart. */
    void Crash();

    /**
     * The GPU was replaced; its memory is empty. Fires the trace, so that jobs reload their state.
     */
    void Replace();

    /**
     * Removes the operations of a client without notice.
     *
     * @param client client
     * @return number of removed operations
     */
    uint32_t Cancel(const GpuClient* client);

    /** @param factor factor on all durations from now on, 0.001 to 1000 */
    void SetSlowdown(double factor);

    /** @return factor on all durations */
    double GetSlowdown() const
    {
        return m_slowdown;
    }

    /**
     * @param factory factory of the random variable, which this GPU alone uses
     * @throw InputError if the factory does not make a random variable
     */
    void SetJitter(ObjectFactory factory);

    /** @return true if durations of operations are drawn */
    bool HasJitter() const
    {
        return m_jitter != nullptr;
    }

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
    /** @return the stream, created at its first use */
    GpuStream& GetStream(uint8_t stream);
    GpuStream::Pace GetPace(bool computes) const;
    /** Applies GetPace() to all streams; called after a change of its inputs. */
    void UpdatePace();

    DataRate m_reduceRate; //!< rate of reductions, by bytes of the result; 0: no time
    DataRate m_copyRate;   //!< rate of copies, by bytes of the result; 0: no time
    uint32_t m_smCount;
    uint32_t m_smsPerChannel;           //!< SMs that a channel takes from stream 0
    bool m_messagesHoldSms;             //!< a channel counts while it has messages in flight
    double m_slowdown{1};               //!< factor on all durations; 1: no slowdown
    uint32_t m_hangs{0};                //!< hangs that have begun and not ended; 0: the GPU works
    ObjectFactory m_jitterFactory;      //!< a RandomVariableStream; no type: none
    Ptr<RandomVariableStream> m_jitter; //!< factor on each operation; null: always 1

    std::vector<std::unique_ptr<GpuStream>> m_streams; //!< null where there was nothing to do yet
    TracedCallback<> m_crashTrace;
    TracedCallback<> m_replaceTrace;
    TracedCallback<> m_hangTrace;
    TracedCallback<> m_resumeTrace;
    uint32_t m_channels{0}; //!< number of channels with messages in flight
    uint32_t m_node;        //!< id of its Node, context of its events
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_GPU_H
