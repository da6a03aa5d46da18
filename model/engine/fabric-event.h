// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_EVENT_H
#define AI_FABRIC_FABRIC_EVENT_H

#include "event-places.h"
#include "lean-event.h"
#include "thread-domain.h"

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
    const auto* domain = ThreadDomain::Get();
    return domain ? domain->nowTicks : OtherEngineNowTicks();
}

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
     * Sets the event's place among simultaneous events: by node, then by kind, then by the order of
     * the calls of this function. Called before the event is scheduled. Without a call, its place
     * is behind the events of all nodes.
     *
     * @param context id of the node on whose behalf it fires
     * @param kind kind of the event
     */
    void SetContext(uint32_t context, EventKind kind = EventKind::TIMER);

    /**
     * As SetContext(), with a place that was taken earlier.
     *
     * @param context id of the node
     * @param place result of EventPlaces::GetNext()
     */
    void SetPlace(uint32_t context, uint32_t place);

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

    int64_t GetDue() const final
    {
        return m_deadline;
    }

  protected:
    /**
     * For Fire(): the time of an entry of the list has come.
     *
     * @return true if the deadline has come
     */
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
    static constexpr int64_t NO_ENTRY =
        NEVER - 1; //!< ticks: no entry that counts; not a deadline either

    /** Entry point for ns-3's own engines: calls Fire(), with a time for NowTicks(). */
    void Notify() final;
    /** Puts an entry into the event list. @param ticks time of the entry, absolute */
    void Enter(int64_t ticks);
    /** Enter() if the thread does not have one list of ours for its entries. */
    void EnterElsewhere(int64_t ticks);
    /** Expire() for the general case: several entries, or an entry before the deadline. */
    bool ExpireEarly();

    int64_t m_deadline{NEVER}; //!< ticks
    int64_t m_entry{NO_ENTRY}; //!< the earliest of our entries in the list, in ticks
    uint32_t m_entries{0};     //!< number of our entries in the list
};

/**
 * @ingroup ai-fabric-engine
 * A FabricEvent that calls a member function.
 *
 * An owner may have a member PrefetchParts<METHOD>(), const and without arguments, that has the
 * cache fetch the objects that METHOD needs and to which the owner only points. The thread that
 * will call METHOD calls it; it must not read data that other threads write.
 *
 * @tparam T type of the owner
 * @tparam METHOD member function without arguments
 */
template <typename T, void (T::*METHOD)()>
class MemberEvent final : public FabricEvent
{
  public:
    /** @param owner object whose METHOD is called; must clear the event before its destruction */
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

    T* m_owner; //!< object whose METHOD is called

  private:
    /** Variant for an owner with such a member. */
    template <typename Owner>
    static auto PrefetchPartsOf(const Owner* owner, int)
        -> decltype(owner->template PrefetchParts<METHOD>())
    {
        owner->template PrefetchParts<METHOD>();
    }

    /** Variant for an owner without such a member. */
    template <typename Owner>
    static void PrefetchPartsOf(const Owner*, long)
    {
    }
};

/**
 * @ingroup ai-fabric-engine
 * @tparam T type of the owner
 * @tparam METHOD member function without arguments
 * @param owner object whose METHOD is called
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
