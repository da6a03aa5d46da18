// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SONIC_BUFFER_H
#define AI_FABRIC_SONIC_BUFFER_H

#include "shared-buffer.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * A SharedBuffer with limits for lossless packets at the egress, too, as in the chips that SONiC
 * configures: BUFFER_POOL egress_lossless_pool and BUFFER_PROFILE egress_lossless_profile of its
 * configuration database.
 *
 * A lossless packet is dropped, whatever the decision at its ingress, if with it
 *     lossless bytes of the switch > EgressPoolBytes                        egress pool limit
 *     its egress queue > EgressThresholdBytes                               egress queue limit
 *     its egress queue > EgressAlpha * (egress pool - lossless bytes)       egress queue limit
 * where the egress pool is EgressPoolBytes, or the whole memory. All three limits are meant to be
 * out of reach, so that the ingress alone decides and can pause senders; the lint egress-limit
 * reports limits that can be reached. LossyAlpha limits lossy packets.
 *
 * Invariant: lossless bytes of the switch <= EgressPoolBytes; no egress queue > its threshold.
 */
class SonicBuffer final : public SharedBuffer
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return bytes of lossless packets in the buffer */
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

    uint64_t m_givenPoolBytes;     //!< egress pool, attribute; 0: the whole memory
    uint64_t m_thresholdBytes;     //!< limit of each lossless egress queue; 0: none
    double m_alpha;                //!< alpha of each lossless egress queue; 0: none
    uint64_t m_egressPoolBytes{0}; //!< egress pool for all lossless packets
    uint64_t m_losslessBytes{0};   //!< bytes of lossless packets in the buffer
};

} // namespace ns3

#endif // AI_FABRIC_SONIC_BUFFER_H
