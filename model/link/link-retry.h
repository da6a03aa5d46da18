// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LINK_RETRY_H
#define AI_FABRIC_LINK_RETRY_H

#include "ns3/frozen-attributes.h"
#include "ns3/object.h"
#include "ns3/packet-kind.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3
{

class FabricNetDevice;
struct FabricPacket;

/**
 * @ingroup ai-fabric-link
 * Contents of a frame that is sent again: the number of the original frame. The original, damaged
 * or discarded on arrival, waits at the receiver's end until then, so that nothing must be copied.
 */
struct ReplayFrame
{
    uint64_t sequence;   //!< number of the repeated frame; if it restarts: number of the next frame
    uint32_t frameBytes; //!< length of the repeated frame
    /** It repeats no frame: frames up to here that the receiver lacks are given up. */
    bool restarts;
};

/**
 * @ingroup ai-fabric-link
 * Link-level retry of one port: frames that arrive damaged are sent again over the same link, so
 * that higher layers see each frame once and in order. The object is the sender of its own
 * direction and the receiver of the other direction.
 *
 * All frames except link control are numbered in the order in which they leave, without additional
 * bytes on the wire: the number is in the preamble, and is readable even in a damaged frame. A
 * frame is judged when its first bit arrives, and the judgement takes effect when its last bit has
 * arrived. Each end knows only what has arrived over the wire.
 */
class LinkRetry : public Object, public FrozenAttributes
{
  public:
    /** Event counters. */
    struct Counters
    {
        uint64_t replays{0};        //!< times it began to send frames again
        uint64_t replayedFrames{0}; //!< frames sent again
        uint64_t nacks{0};          //!< NACKs sent
        uint64_t acks{0};           //!< ACKs sent
        uint64_t restarts{0};       //!< times it gave up unacknowledged frames
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return kind of its answers: packets of one size, consumed by the other end's retry */
    static PacketKind GetControlKind();

    /** @return kind of frames that are sent again, with a ReplayFrame */
    static PacketKind GetReplayKind();

    /** @return true if it has an effect; if false, the port does not have it */
    bool IsNeeded() const
    {
        return DoIsNeeded();
    }

    /** @param port port of this retry; set once, before Start() */
    void Attach(FabricNetDevice* port)
    {
        m_port = port;
    }

    /**
     * Called when both ends of the link are complete, before its flow control starts.
     *
     * @param peer retry of the other end; null: it has none
     * @throw InputError if the retry cannot work on this link
     */
    void Start(const LinkRetry* peer);

    /**
     * @return limit of sent and unacknowledged bytes: of frames, without preamble and gap, at the
     * rate for which the link was made
     */
    uint64_t GetBufferBytes() const
    {
        return DoGetBufferBytes();
    }

    /**
     * Called when a frame takes the wire: a frame of the port, or one that is sent again.
     *
     * @param frame frame of any kind except link control of other parts
     * @param startPs time at which its first bit leaves, in ps
     * @param endPs time at which its last bit leaves, in ps
     */
    void NotifySent(const FabricPacket& frame, int64_t startPs, int64_t endPs)
    {
        DoNotifySent(frame, startPs, endPs);
    }

    /**
     * Called when the first bit of a frame has arrived.
     *
     * @param frame frame of the other port, new or repeated
     * @param endPs arrival of its last bit, in ps
     * @param damaged true if its check fails
     * @return true if the frame is the expected one and undamaged. If false, it is discarded, and
     * will be repeated unless it is a repetition itself
     */
    bool Accept(const FabricPacket& frame, int64_t endPs, bool damaged)
    {
        return DoAccept(frame, endPs, damaged);
    }

    /**
     * Counts of link control that has just arrived include frames that have not been accepted.
     *
     * @return true if frames of the other end came damaged, or behind such a frame, and are to be
     * sent again
     */
    bool LacksFrames() const
    {
        return DoLacksFrames();
    }

    /** @param packet packet of GetControlKind(), from the other end */
    void ReceiveControl(const FabricPacket& packet)
    {
        DoReceiveControl(packet);
    }

    /**
     * Called when the link goes down or up: packets on the link and frames to be sent again are
     * lost.
     */
    void NotifyLink()
    {
        DoNotifyLink();
    }

    /**
     * Called when the rate of the link has changed, in one direction or in both. Frames that are
     * being sent end at the old rate.
     *
     * @param nowPs current time, in ps
     */
    void NotifyRate(int64_t nowPs)
    {
        DoNotifyRate(nowPs);
    }

    /** @return event counters */
    const Counters& GetCounters() const
    {
        return m_counters;
    }

    /**
     * Signature of the trace source Replay.
     *
     * @param sequence number of the first frame that is sent again
     * @param frames number of frames that are sent again
     * @param nowPs current time, in ps
     */
    typedef void (*ReplayTracedCallback)(uint64_t sequence, uint64_t frames, int64_t nowPs);

    /**
     * Signature of the trace source Restart.
     *
     * @param frames number of frames that were not acknowledged
     * @param nowPs current time, in ps
     */
    typedef void (*RestartTracedCallback)(uint64_t frames, int64_t nowPs);

  protected:
    void DoDispose() override;

    /** @return the port */
    FabricNetDevice& GetPort() const
    {
        return *m_port;
    }

    Counters m_counters;                                       //!< see GetCounters()
    TracedCallback<uint64_t, uint64_t, int64_t> m_replayTrace; //!< replay begins
    TracedCallback<uint64_t, int64_t> m_restartTrace;          //!< frames are given up

  private:
    /** @return true by default */
    virtual bool DoIsNeeded() const;
    virtual void DoStart() = 0;
    virtual uint64_t DoGetBufferBytes() const = 0;
    virtual void DoNotifySent(const FabricPacket& frame, int64_t startPs, int64_t endPs) = 0;
    virtual bool DoAccept(const FabricPacket& frame, int64_t endPs, bool damaged) = 0;
    /** @return false by default */
    virtual bool DoLacksFrames() const;
    virtual void DoReceiveControl(const FabricPacket& packet) = 0;
    virtual void DoNotifyLink() = 0;
    /** Does nothing by default. */
    virtual void DoNotifyRate(int64_t nowPs);

    FabricNetDevice* m_port{nullptr};
};

} // namespace ns3

#endif // AI_FABRIC_LINK_RETRY_H
