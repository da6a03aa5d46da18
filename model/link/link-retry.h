// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LINK_RETRY_H
#define AI_FABRIC_LINK_RETRY_H

#include "ns3/object.h"
#include "ns3/packet-kind.h"
#include "ns3/read-once.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3
{

class FabricNetDevice;
struct FabricPacket;

/**
 * @ingroup ai-fabric-link
 * What a frame says that is sent again: which one it is. The frame itself, damaged or not wanted
 * when it came, waits at the receiver's end until then, so that nothing needs to be copied.
 */
struct ReplayFrame
{
    uint64_t sequence;   //!< of the frame that it repeats; if it restarts: of the next frame
    uint32_t frameBytes; //!< of that frame
    bool restarts;       //!< it repeats none: what the receiver lacks up to here is given up
};

/**
 * @ingroup ai-fabric-link
 * Link-level retry of one port: frames that arrive damaged are sent again over the same link, so
 * that those above see each once and in order. It is the sender of its own direction and the
 * receiver of the other one.
 *
 * All frames but link control are numbered in the order in which they leave, without a byte more
 * on the wire: a number stands in the preamble, and can be read where the frame is damaged. A frame
 * is judged when its first bit arrives, and what the judgement causes happens when its last bit
 * has. Each end knows only what the wire has brought to it.
 */
class LinkRetry : public Object, public ReadOnceAttributes
{
  public:
    /** What it has done. */
    struct Counters
    {
        uint64_t replays{0};        //!< times that it began to send again
        uint64_t replayedFrames{0}; //!< frames that were sent again
        uint64_t nacks{0};          //!< sent
        uint64_t acks{0};           //!< sent
        uint64_t restarts{0};       //!< times that it gave up what was not acknowledged
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return kind of its own packets that go back: one size, consumed by the other end's retry */
    static PacketKind GetControlKind();

    /** @return kind of frames that are sent again, with a ReplayFrame */
    static PacketKind GetReplayKind();

    /** @return whether it does anything; if not, the port has none */
    bool IsNeeded() const
    {
        return DoIsNeeded();
    }

    /** @param port the port that it serves; set once, before Start() */
    void Attach(FabricNetDevice* port)
    {
        m_port = port;
    }

    /**
     * Called once both ends of the link are complete, before its flow control is started.
     *
     * @throw InputError if it cannot work on this link
     */
    void Start();

    /**
     * @return the most bytes that are sent and not acknowledged: of frames, without preamble and
     *         gap, at the rate that the link was made for
     */
    uint64_t GetBufferBytes() const
    {
        return DoGetBufferBytes();
    }

    /**
     * A frame takes the wire: one of the port's, or one that is sent again.
     *
     * @param frame any but link control of others
     * @param startPs its first bit leaves, in picoseconds
     * @param endPs its last bit leaves, in picoseconds
     */
    void NotifySent(const FabricPacket& frame, int64_t startPs, int64_t endPs)
    {
        DoNotifySent(frame, startPs, endPs);
    }

    /**
     * The first bit of a frame is here.
     *
     * @param frame a frame of the other port, or one that it sends again
     * @param endPs when its last bit is here, in picoseconds
     * @param damaged whether its check fails
     * @return whether it is the one that is expected and whole. Otherwise it is discarded, and what
     *         is not a repetition itself will be repeated
     */
    bool Accept(const FabricPacket& frame, int64_t endPs, bool damaged)
    {
        return DoAccept(frame, endPs, damaged);
    }

    /** @param packet of GetControlKind(), from the other end */
    void ReceiveControl(const FabricPacket& packet)
    {
        DoReceiveControl(packet);
    }

    /** The link goes down or up: whatever was on it or is to be sent again is lost. */
    void NotifyLink()
    {
        DoNotifyLink();
    }

    /**
     * The rate of the link has changed, in one direction or in both. Frames that are being sent end
     * at the rate before.
     *
     * @param nowPs the time, in picoseconds
     */
    void NotifyRate(int64_t nowPs)
    {
        DoNotifyRate(nowPs);
    }

    /** @return what it has done */
    const Counters& GetCounters() const
    {
        return m_counters;
    }

    /**
     * Signature of the trace source Replay.
     *
     * @param sequence of the first frame that is sent again
     * @param frames how many are
     * @param nowPs the time, in picoseconds
     */
    typedef void (*ReplayTracedCallback)(uint64_t sequence, uint64_t frames, int64_t nowPs);

    /**
     * Signature of the trace source Restart.
     *
     * @param frames that were not acknowledged
     * @param nowPs the time, in picoseconds
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
    TracedCallback<uint64_t, uint64_t, int64_t> m_replayTrace; //!< begins to send again
    TracedCallback<uint64_t, int64_t> m_restartTrace;          //!< gives up

  private:
    /** @return true by default */
    virtual bool DoIsNeeded() const;
    virtual void DoStart() = 0;
    virtual uint64_t DoGetBufferBytes() const = 0;
    virtual void DoNotifySent(const FabricPacket& frame, int64_t startPs, int64_t endPs) = 0;
    virtual bool DoAccept(const FabricPacket& frame, int64_t endPs, bool damaged) = 0;
    virtual void DoReceiveControl(const FabricPacket& packet) = 0;
    virtual void DoNotifyLink() = 0;
    /** Does nothing by default. */
    virtual void DoNotifyRate(int64_t nowPs);

    FabricNetDevice* m_port{nullptr};
};

} // namespace ns3

#endif // AI_FABRIC_LINK_RETRY_H
