// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FAILURE_RATES_H
#define AI_FABRIC_FAILURE_RATES_H

#include "fabric-failure.h"

#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

#include <array>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * Links, switches, NICs, servers and GPUs that fail at given rates from Start to Stop,
 * independently of each other. With N units of a kind that fail r times in 30 days each, the next
 * fault comes after a time that is exponential with mean
 *     30 days / (Factor * sum over kinds of N r)
 * Its kind has a probability in proportion to N r, and each unit of that kind is equally likely. A
 * fault ends after the repair time of its kind, which may be random. A unit that is down may fail
 * again; it is up when all its faults have ended.
 *
 * Faults are those of LinkFailure (of one link), SwitchFailure, NicFailure, ServerFailure and
 * GpuFailure. Between two faults there are no events.
 */
class FailureRates final : public FabricFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    FailureRates();

  private:
    bool DoFitsLaw() const override
    {
        return true;
    }

    /** Kinds of units. */
    enum Kind : uint32_t
    {
        LINK,
        SWITCH,
        NIC,
        SERVER,
        GPU,
        KINDS
    };

    void DoCheck(const FabricTopology& topology, const FabricProfile& profile) const override;
    void DoSet(const FabricNetwork& network, bool begins) const override;
    void DoInstall(const SharedNetwork& network) const override;
    int64_t DoAssignStreams(int64_t stream) override;

    /** Schedules the next fault, unless it would be after "over" (0: never). */
    void Plan(const SharedNetwork& network, Time over) const;
    /** A unit fails now and is repaired later; then calls Plan(). */
    void Strike(const SharedNetwork& network, Time over) const;
    /** @return failure of unit number `unit` of a kind */
    static Ptr<FabricFailure> Make(Kind kind, uint32_t unit, const FabricNetwork& network);
    /** @return number of units of each kind */
    static std::array<uint32_t, KINDS> Count(const FabricNetwork& network);
    /** @return faults in 30 days of one unit of each kind */
    std::array<double, KINDS> GetRates() const;
    Time GetRepairTime(Kind kind) const;

    double m_linkPerMonth;
    double m_switchPerMonth;
    double m_nicPerMonth;
    double m_serverPerMonth;
    double m_gpuPerMonth;
    double m_factor; //!< factor for all rates
    Time m_linkRepair;
    Time m_switchRepair;
    Time m_nicRepair;
    Time m_serverRepair;
    Time m_gpuRepair;
    bool m_drawnRepairs; //!< true: repair times are exponential with the given means

    Ptr<ExponentialRandomVariable> m_gaps;    //!< exponential with mean 1
    Ptr<UniformRandomVariable> m_picks;       //!< in [0, 1)
    Ptr<ExponentialRandomVariable> m_repairs; //!< exponential with mean 1
};

} // namespace ns3

#endif // AI_FABRIC_FAILURE_RATES_H
