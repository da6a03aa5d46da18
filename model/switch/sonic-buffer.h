// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SONIC_BUFFER_H
#define AI_FABRIC_SONIC_BUFFER_H

#include "shared-buffer.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * A SharedBuffer that lossless packets must be let into at the egress too, as the chips do that
 * SONiC configures: BUFFER_POOL egress_lossless_pool and BUFFER_PROFILE egress_lossless_profile of
 * its configuration database.
 *
 * A lossless packet is dropped, whatever its ingress would say, if with it
 *     lossless bytes of the switch > EgressPoolBytes                        egress pool limit
 *     its egress queue > EgressThresholdBytes                               egress queue limit
 *     its egress queue > EgressAlpha * (egress pool - lossless bytes)       egress queue limit
 * where the egress pool is EgressPoolBytes, or the whole memory. All three are meant to be out of
 * reach, so that the ingress alone decides and can pause who sends; the lint egress-limit says when
 * they are not. Lossy packets have LossyAlpha.
 *
 * Invariant: lossless bytes of the switch <= EgressPoolBytes; no egress queue > its threshold.
 */
class SonicBuffer final : public SharedBuffer
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return bytes of lossless packets that are held */
    uint64_t GetLosslessBytes() const
    {
        return m_losslessBytes;
    }

  private:
    void DoConfigure(const std::vector<PortNeeds>& ports) override;
    BufferAnswer DoAdmit(Account& in,
                         const Account& out,
                         const PortNeeds& needs,
                         bool lossless,
                         uint32_t bytes) override;
    void DoRelease(Account& in, bool lossless, uint32_t bytes) override;

    uint64_t m_givenPoolBytes;     //!< attribute; 0: the whole memory
    uint64_t m_thresholdBytes;     //!< of each lossless egress queue; 0: none
    double m_alpha;                //!< of each lossless egress queue; 0: none
    uint64_t m_egressPoolBytes{0}; //!< for all lossless packets
    uint64_t m_losslessBytes{0};   //!< held
};

} // namespace ns3

#endif // AI_FABRIC_SONIC_BUFFER_H
