// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MRC_ENTROPY_POLICY_H
#define AI_FABRIC_MRC_ENTROPY_POLICY_H

#include "ns3/entropy-policy.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-mrc
 * The table of entropy values (EVs) of an MRC connection (Araujo et al., arXiv 2605.04333; Sohan et
 * al., arXiv 2606.18170; OCP MRC 1.0, mrc.h). A value is a UDP source port; packets take the values
 * of the table in turn, in another pseudo-random order in each rotation. A value has a state:
 *
 *     GOOD         takes its turns
 *     SKIP         loses its next turn, and is GOOD then: a packet was marked, or trimmed elsewhere
 *                  than at the last hop
 *     ASSUMED_BAD  takes no turns: a packet was lost and nobody said so
 *     DENIED       takes no turns, by configuration
 *
 * The others of its plane share the turns of a value that is assumed bad, so that each path keeps
 * its share: without one of n uplinks (n - 1)/n are left. Only if half of the values of a plane are
 * bad, GOOD spare values of the same plane take their turns, one after the other. A probe that is
 * answered ProbeAnswers times in a row makes a value GOOD again, and it has its turns back. Each
 * plane, a port of the host, has equally many values and spares, numbered one plane after the
 * other, and a rotation of its own.
 *
 * Assumed: ProbeAnswers; when spares are used; if no value may take its turn, skips count as
 * served, and if all are bad, the next one in turn is taken nevertheless.
 */
class MrcEntropyPolicy final : public EntropyPolicy
{
  public:
    /** State of a value. */
    enum class State : uint8_t
    {
        GOOD,
        SKIP,
        ASSUMED_BAD,
        DENIED
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * Called before the first packet, if the host has several ports.
     *
     * @param planes number of ports, each on a plane
     * @throw InputError if the values cannot be dealt to them
     */
    void SetPlanes(uint32_t planes);

    /** @param plane plane of the packet @return its UDP source port */
    uint16_t ChoosePortOn(uint32_t plane);

    /**
     * @param plane plane of a packet that waits
     * @return false if all its values are bad, and those of another plane are not
     */
    bool IsUsable(uint32_t plane) const
    {
        return m_usablePlanes == 0 || m_usable[plane] > 0;
    }

    /** @param port UDP source port of a value @return its plane */
    uint32_t GetPlane(uint16_t port) const
    {
        return static_cast<uint32_t>(GetValue(port) / GetPlaneSize());
    }

    /** @param port UDP source port of a packet that was lost without a word */
    void NotifySilence(uint16_t port);

    /** @param port UDP source port of a probe that was answered */
    void NotifyProbeAnswer(uint16_t port);

    /** @return number of values that are assumed bad */
    uint32_t GetBadCount() const
    {
        return m_badCount;
    }

    /** @return UDP source ports of the values that are assumed bad, to be probed */
    std::vector<uint16_t> GetBadPorts() const;

    /** @param port UDP source port of a value @return its state */
    State GetState(uint16_t port) const
    {
        return m_values[GetValue(port)].state;
    }

  private:
    /** A value: in the table, or spare. */
    struct Value
    {
        State state{State::GOOD};
        uint8_t answers{0}; //!< ASSUMED_BAD: answered probes
    };

    static constexpr size_t NONE = SIZE_MAX; //!< no value

    void DoStart() override;
    uint16_t DoChoosePort(int64_t nowPs) override;
    void DoNotifyAck(const EntropyAck& ack) override;
    bool DoNeedsMarks() const override;

    void SetDenied(std::string text);
    std::string GetDenied() const;

    /** Makes the table. */
    void Prepare();
    /** @return value in the table whose turn is next in a plane */
    size_t TakePlace(uint32_t plane);
    /** @return value that takes the next turn in a plane, GOOD or SKIP; NONE: the turn is void */
    size_t TakeTurn(uint32_t plane);
    /** Changes the state of a value. */
    void SetState(size_t value, State state);

    /** @return true if a value in this state takes no turns */
    static bool IsBad(State state)
    {
        return state == State::ASSUMED_BAD || state == State::DENIED;
    }

    /** @return number of values of a plane, spares included */
    size_t GetPlaneSize() const
    {
        return (size_t{m_valueCount} + m_spareCount) / m_planes;
    }

    /** @return value of a port; NONE: it is not of this table */
    size_t GetValue(uint16_t port) const;
    uint16_t GetPort(size_t value) const;

    /** The turns of a plane. */
    struct Rotation
    {
        uint32_t counter{0}; //!< turns of this rotation so far
        uint32_t mask{0};    //!< order of this rotation: place = counter XOR mask
        uint32_t spare{0};   //!< spare value whose turn is next, from 0
        uint32_t bad{0};     //!< values of the table that are bad
    };

    uint32_t m_valueCount;          //!< places of the table
    uint32_t m_spareCount;          //!< values besides
    uint32_t m_probeAnswers;        //!< answered probes that make a value GOOD
    std::vector<uint32_t> m_denied; //!< values by number

    std::vector<Value> m_values;       //!< empty before the first packet
    std::vector<Rotation> m_rotations; //!< by plane
    std::vector<uint32_t> m_usable;    //!< by plane: number of values that are not bad
    uint32_t m_planes{1};              //!< ports of the host
    uint32_t m_usablePlanes{0};        //!< planes with m_usable above 0
    uint32_t m_nextPlane{0};           //!< plane of the next packet whose plane is free
    uint32_t m_badCount{0};            //!< values that are ASSUMED_BAD
    uint16_t m_first{0};               //!< first value, as a distance from FIRST_SOURCE_PORT
};

} // namespace ns3

#endif // AI_FABRIC_MRC_ENTROPY_POLICY_H
