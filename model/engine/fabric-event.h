// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_EVENT_H
#define AI_FABRIC_FABRIC_EVENT_H

#include "fabric-simulator-impl.h"

#include "ns3/event-impl.h"
#include "ns3/prefetch.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace ns3
{

/** @ingroup ai-fabric-engine @return the present time in ticks, on an engine of ns-3's own */
int64_t OtherEngineNowTicks();

/** @ingroup ai-fabric-engine @return the present time in ticks, on any engine */
inline int64_t
NowTicks()
{
    const auto* domain = FabricSimulatorImpl::GetDomain();
    return domain ? domain->nowTicks : OtherEngineNowTicks();
}

/**
 * @ingroup ai-fabric-engine
 * What simultaneous events of one node do, in the order in which they are run: a port that chooses
 * what to send knows all that has arrived and every timer that has run out by then.
 */
enum class EventKind : uint32_t
{
    CONTROL_ARRIVAL, //!< a packet of the link's own: pause, credits
    ARRIVAL,         //!< any other packet
    TIMER,           //!< whatever is none of the others
    TRANSMISSION     //!< a port looks for what it sends next
};

/**
 * @ingroup ai-fabric-engine
 * An event that is made once and scheduled any number of times: a timer with one deadline.
 *
 * Nothing is ever removed from the event list. Moving the deadline later, or clearing it, costs
 * nothing: the entry that is in the list looks at the deadline when its time comes, and enters
 * itself again if that is too early. Moving it earlier adds an entry.
 *
 * The owner holds it by Ptr (the list may outlive the owner) and calls Clear() when it is
 * disposed. Invariants: it fires exactly once per deadline, at the deadline; while a deadline is
 * set, an entry at or before it is in the list.
 *
 * Each has a cache line of its own, as it is written whenever it is scheduled.
 */
class alignas(64) FabricEvent : public LeanEvent
{
  public:
    FabricEvent();

    /**
     * Gives it its place among simultaneous events: by node, then by kind, then by who of them was
     * given a place first. Before it is scheduled; until then it belongs behind those of all nodes.
     *
     * @param context the node on whose behalf it fires
     * @param kind what it does
     */
    void SetContext(uint32_t context, EventKind kind = EventKind::TIMER);

    /**
     * From now on events of different nodes may be given their places by different threads.
     *
     * @param nodes how many there are; no event of others may be given a place afterwards
     */
    static void ReserveNodes(uint32_t nodes);

    /** Sets the deadline, in place of an earlier one. @param ticks absolute, not in the past */
    void Schedule(int64_t ticks)
    {
        m_deadline = ticks;
        if (ticks < m_entry)
        {
            Enter(ticks);
        }
    }

    /** Takes the deadline away. */
    void Clear()
    {
        m_deadline = NEVER;
    }

    /** @return whether a deadline is set */
    bool IsPending() const
    {
        return m_deadline != NEVER;
    }

    /** @return the deadline in ticks; only while IsPending() */
    int64_t GetDeadline() const
    {
        return m_deadline;
    }

  protected:
    /** For Fire(): an entry of the list has come. @return whether the deadline has */
    bool Expire()
    {
        if (__builtin_expect(m_entries == 1 && m_entry == m_deadline, 1))
        {
            // The only entry is the one whose time has come, so the engine need not be asked.
            m_entries = 0;
            m_entry = NO_ENTRY;
            m_deadline = NEVER;
            return true;
        }
        return ExpireEarly();
    }

  private:
    static constexpr int64_t NEVER = INT64_MAX;    //!< ticks: no deadline
    static constexpr int64_t NO_ENTRY = NEVER - 1; //!< ticks: none that counts; no deadline either

    /** How engines of ns-3's own run it: Fire(), with a time for NowTicks(). */
    void Notify() final;
    /** Puts an entry into the event list. @param ticks when it comes, absolute */
    void Enter(int64_t ticks);
    /** Enter() where entries do not go into one list of ours. */
    void EnterElsewhere(int64_t ticks);
    /** Expire() of an entry that need not be the only one, nor that of the deadline. */
    bool ExpireEarly();

    int64_t m_deadline{NEVER}; //!< ticks
    int64_t m_entry{NO_ENTRY}; //!< the earliest of our entries in the list, in ticks
    uint32_t m_entries{0};     //!< how many of our entries are in the list
};

/**
 * @ingroup ai-fabric-engine
 * A FabricEvent that calls a member function.
 *
 * An owner may have a member PrefetchParts<METHOD>(), const and without arguments, that has the
 * cache fetch what METHOD needs and the owner only points to. It is called by the thread that will
 * call METHOD, and reads nothing that other threads write.
 *
 * @tparam T the owner
 * @tparam METHOD a member function without arguments
 */
template <typename T, void (T::*METHOD)()>
class MemberEvent final : public FabricEvent
{
  public:
    /** @param owner must clear the event before it goes away */
    explicit MemberEvent(T* owner)
        : m_owner(owner)
    {
    }

    void Fire() override
    {
        if (Expire())
        {
            (m_owner->*METHOD)();
        }
    }

    void Prefetch() const override
    {
        constexpr size_t MOST_BYTES = 640;
        ns3::Prefetch(m_owner, std::min(sizeof(T), MOST_BYTES));
    }

    void PrefetchParts() const override
    {
        PrefetchPartsOf(m_owner, 0);
    }

    T* m_owner; //!< whose METHOD is called

  private:
    /** If the owner has such a member. */
    template <typename Owner>
    static auto PrefetchPartsOf(const Owner* owner, int)
        -> decltype(owner->template PrefetchParts<METHOD>())
    {
        owner->template PrefetchParts<METHOD>();
    }

    /** If it has none. */
    template <typename Owner>
    static void PrefetchPartsOf(const Owner*, long)
    {
    }
};

/**
 * @ingroup ai-fabric-engine
 * @tparam T the owner
 * @tparam METHOD a member function without arguments
 * @param owner who is called
 * @return a new event
 */
template <typename T, void (T::*METHOD)()>
Ptr<FabricEvent>
MakeFabricEvent(T* owner)
{
    return Ptr<FabricEvent>(new MemberEvent<T, METHOD>(owner), false);
}

} // namespace ns3

#endif // AI_FABRIC_FABRIC_EVENT_H
