// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LINK_RETRY_RECEIVER_H
#define AI_FABRIC_LINK_RETRY_RECEIVER_H

#include "link-retry.h"

#include "ns3/fabric-event.h"
#include "ns3/fabric-packet.h"
#include "ns3/fabric-units.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * Contents of LLR_ACK and LLR_NACK, the answers of a LinkRetryReceiver.
 */
struct RetryAnswer
{
    /** Length of an ordered set in the stream of 64B/66B blocks, and of an answer, in bytes. */
    static constexpr uint32_t BYTES = 8;

    uint64_t expected; //!< number of the next expected frame
    bool isNack;       //!< this frame came damaged
};

/**
 * @ingroup ai-fabric-link
 * The receiver of a GoBackNLinkRetry.
 *
 * An undamaged frame with the expected number is accepted, and acknowledged by an ordered set
 * (LLR_ACK) that carries the next expected number; two acknowledgements are at least a spacing
 * apart. A damaged frame with the expected number is answered by LLR_NACK when its last bit has
 * come. All other frames are discarded without an answer, except a frame that came before, which is
 * acknowledged again.
 */
class LinkRetryReceiver
{
  public:
    /** @param counters event counters to which it adds its answers */
    explicit LinkRetryReceiver(LinkRetry::Counters& counters);
    ~LinkRetryReceiver();

    LinkRetryReceiver(const LinkRetryReceiver&) = delete;
    LinkRetryReceiver& operator=(const LinkRetryReceiver&) = delete;

    /** @param port port of a completed link, which sends the answers */
    void Start(FabricNetDevice& port);

    /** @param spacingPs shortest time between two acknowledgements, in ps */
    void SetSpacingPs(int64_t spacingPs)
    {
        m_spacingPs = spacingPs;
    }

    /**
     * See LinkRetry::Accept().
     *
     * @param frame frame of the other port, new or repeated
     * @param endPs arrival of its last bit, in ps
     * @param damaged true if its check fails
     * @return true if the frame is the expected one and undamaged
     */
    bool Accept(const FabricPacket& frame, int64_t endPs, bool damaged)
    {
        const bool isReplay = frame.kind == LinkRetry::GetReplayKind();
        if (isReplay && frame.As<ReplayFrame>().restarts)
        {
            m_expected = frame.As<ReplayFrame>().sequence;
            m_nackPs = NEVER_PS; // a pending Answer() may find nothing to send yet
            return true;
        }
        const uint64_t sequence = isReplay ? frame.As<ReplayFrame>().sequence : m_arrived++;
        if (sequence > m_expected)
        {
            return false; // it will be accepted when earlier frames have come
        }
        if (sequence == m_expected && damaged)
        {
            m_nackPs = endPs;
            m_damaged = sequence;
            ScheduleAnswer();
            return false;
        }
        const bool accepted = sequence == m_expected;
        if (accepted)
        {
            ++m_expected;
            m_acceptedPs = endPs;
        }
        if (m_ackPs == NEVER_PS)
        {
            m_ackPs = std::max(endPs, m_mayAckPs);
            ScheduleAnswer();
        }
        return accepted;
    }

    /** @return true if frames that came are to be sent again, see LinkRetry::LacksFrames() */
    bool LacksFrames() const
    {
        return m_expected < m_arrived;
    }

    /** Forgets all frames: numbers begin at 0 again. */
    void Reset();

    /** Sends no further answers. */
    void Stop()
    {
        m_answer->Clear();
    }

  private:
    void ScheduleAnswer()
    {
        const int64_t nextPs = std::min(m_nackPs, m_ackPs);
        if (nextPs != NEVER_PS)
        {
            m_answer->Schedule(m_clock.ToTicks(nextPs));
        }
    }

    void Answer();
    void SendAnswer(bool isNack, uint64_t expected, int64_t nowPs);

    LinkRetry::Counters& m_counters;
    FabricNetDevice* m_port{nullptr}; //!< null before Start()
    TickClock m_clock;
    uint64_t m_arrived{0};      //!< number of the next frame that is not a repetition
    uint64_t m_expected{0};     //!< number of the next frame to accept
    uint64_t m_told{0};         //!< m_expected in the last acknowledgement
    int64_t m_acceptedPs{0};    //!< last bit of the last accepted frame, in ps
    int64_t m_nackPs{NEVER_PS}; //!< time to send LLR_NACK, in ps
    uint64_t m_damaged{0};      //!< number of the frame in LLR_NACK
    int64_t m_ackPs{NEVER_PS};  //!< time to send LLR_ACK, in ps
    int64_t m_mayAckPs{0};      //!< earliest time of the next LLR_ACK, in ps
    int64_t m_spacingPs{0};     //!< see SetSpacingPs()
    Ptr<FabricEvent> m_answer;
};

} // namespace ns3

#endif // AI_FABRIC_LINK_RETRY_RECEIVER_H
