// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FIXED_DELAY_QUEUE_H
#define AI_FABRIC_FIXED_DELAY_QUEUE_H

#include "ns3/fabric-event.h"

#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * @ingroup ai-fabric-scheduled
 * Requests and grants on their way within a switch. All take the same time, so they are delivered
 * in the order in which they were sent.
 *
 * @tparam Owner class that receives them by HearLocal(word)
 * @tparam Word request or grant; its member atPs is the time of delivery
 */
template <typename Owner, typename Word>
class FixedDelayQueue
{
  public:
    /** @param owner receiver of the words; must outlive this object */
    explicit FixedDelayQueue(Owner& owner)
        : m_owner(owner),
          m_event(MakeFabricEvent<FixedDelayQueue, &FixedDelayQueue::Turn>(this))
    {
    }

    ~FixedDelayQueue()
    {
        Stop();
    }

    FixedDelayQueue(const FixedDelayQueue&) = delete;
    FixedDelayQueue& operator=(const FixedDelayQueue&) = delete;

    /** @param node id of the node, context of the events */
    void SetContext(uint32_t node)
    {
        m_event->SetContext(node);
    }

    /** Stops all deliveries. */
    void Stop()
    {
        m_event->Clear();
    }

    /** @param word request or grant; its atPs is not before that of earlier words */
    void Tell(const Word& word)
    {
        m_words.push_back(word);
        Arm();
    }

  private:
    void Arm()
    {
        m_event->Schedule(m_clock.ToTicks(m_words.front().atPs));
    }

    void Turn()
    {
        const int64_t nowPs = m_clock.ToPs(NowTicks());
        while (!m_words.empty() && m_words.front().atPs <= nowPs)
        {
            const Word word = m_words.front();
            m_words.pop_front();
            m_owner.HearLocal(word);
        }
        if (!m_words.empty())
        {
            Arm();
        }
    }

    Owner& m_owner;
    TickClock m_clock;
    std::deque<Word> m_words; //!< by time
    Ptr<FabricEvent> m_event;
};

} // namespace ns3

#endif // AI_FABRIC_FIXED_DELAY_QUEUE_H
