// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FLAGGED_TRACE_H
#define AI_FABRIC_FLAGGED_TRACE_H

#include "ns3/callback.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <string>
#include <utility>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * A trace source on the hot path: a TracedCallback that sets a bit in a byte of its owner while it
 * has sinks, so that the owner tests one byte for several trace sources.
 *
 * Invariant: the bit is set if and only if the trace source has sinks.
 *
 * @tparam Ts types of the arguments of a sink
 */
template <typename... Ts>
class FlaggedTrace
{
  public:
    /**
     * @param watched byte that holds the bit; must outlive this object
     * @param bit mask of the bit; the bit is 0 at first
     */
    FlaggedTrace(uint8_t& watched, uint8_t bit)
        : m_watched(watched),
          m_bit(bit)
    {
    }

    FlaggedTrace(const FlaggedTrace&) = delete;
    FlaggedTrace& operator=(const FlaggedTrace&) = delete;

    /**
     * The same as in TracedCallback.
     *
     * @param sink function to call from now on
     */
    void ConnectWithoutContext(const CallbackBase& sink)
    {
        m_sinks.ConnectWithoutContext(sink);
        Update();
    }

    /**
     * The same as in TracedCallback.
     *
     * @param sink function to call from now on
     * @param context its first argument
     */
    void Connect(const CallbackBase& sink, std::string context)
    {
        m_sinks.Connect(sink, std::move(context));
        Update();
    }

    /**
     * The same as in TracedCallback.
     *
     * @param sink function that is not called any more
     */
    void DisconnectWithoutContext(const CallbackBase& sink)
    {
        m_sinks.DisconnectWithoutContext(sink);
        Update();
    }

    /**
     * The same as in TracedCallback.
     *
     * @param sink function that is not called any more
     * @param context context of Connect()
     */
    void Disconnect(const CallbackBase& sink, std::string context)
    {
        m_sinks.Disconnect(sink, std::move(context));
        Update();
    }

    /**
     * Calls every sink.
     *
     * @param args arguments of the sinks
     */
    void operator()(Ts... args) const
    {
        m_sinks(args...);
    }

  private:
    /** Keeps the invariant. */
    void Update()
    {
        m_watched = m_sinks.IsEmpty() ? m_watched & ~m_bit : m_watched | m_bit;
    }

    TracedCallback<Ts...> m_sinks;
    uint8_t& m_watched; //!< byte of the owner
    uint8_t m_bit;      //!< mask of the bit in m_watched
};

} // namespace ns3

#endif // AI_FABRIC_FLAGGED_TRACE_H
