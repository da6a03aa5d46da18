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
 * Links, switches, NICs, servers and GPUs that fail by rates from Start to Stop, each on its own:
 * with N of a kind that fail r times in 30 days each, the next fault of all comes after a time that
 * is exponential with mean
 *     30 days / (Factor * sum over kinds of N r)
 * and is of a kind with probability in proportion to N r, and of any of that kind alike. A fault is
 * over after the repair time of its kind, which may be drawn. What is down may fail again; it is up
 * when as many faults of it have ended as begun.
 *
 * Faults are those of LinkFailure (of one link), SwitchFailure, NicFailure, ServerFailure and
 * GpuFailure. Nothing happens between two of them.
 */
class FailureRates final : public FabricFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    FailureRates();

  private:
    /** What fails. */
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
    void DoBegin(const FabricNetwork& network) const override;
    void DoEnd(const FabricNetwork& network) const override;
    void DoInstall(const SharedNetwork& network) const override;
    int64_t DoAssignStreams(int64_t stream) override;

    /** Schedules the next fault, unless it is "over" by then; 0: never. */
    void Plan(const SharedNetwork& network, Time over) const;
    /** Something fails now, and is repaired; then goes on as Plan(). */
    void Strike(const SharedNetwork& network, Time over) const;
    /** @return what fails of a kind, the unit-th of them */
    static Ptr<FabricFailure> Make(Kind kind, uint32_t unit, const FabricNetwork& network);
    /** @return how many there are of each kind */
    static std::array<uint32_t, KINDS> Count(const FabricNetwork& network);
    /** @return how often one of each kind fails in 30 days */
    std::array<double, KINDS> GetRates() const;
    Time GetRepairTime(Kind kind) const;

    double m_linkPerMonth;
    double m_switchPerMonth;
    double m_nicPerMonth;
    double m_serverPerMonth;
    double m_gpuPerMonth;
    double m_factor; //!< on all of these
    Time m_linkRepair;
    Time m_switchRepair;
    Time m_nicRepair;
    Time m_serverRepair;
    Time m_gpuRepair;
    bool m_drawnRepairs; //!< these are means

    Ptr<ExponentialRandomVariable> m_gaps;    //!< of mean 1
    Ptr<UniformRandomVariable> m_picks;       //!< in [0, 1)
    Ptr<ExponentialRandomVariable> m_repairs; //!< of mean 1
};

} // namespace ns3

#endif // AI_FABRIC_FAILURE_RATES_H
