// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SHARED_BUFFER_H
#define AI_FABRIC_SHARED_BUFFER_H

#include "switch-buffer.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * One memory for all ports, as in Ethernet switches, with a dynamic threshold (Choudhury and Hahne,
 * ToN 1998) or a static one.
 *
 *     headroom pool = sum of headrooms / HeadroomOversubscription
 *     shared pool   = size - headroom pool - sum of reserves
 *     threshold     = reserve + alpha * (shared pool - shared use)      dynamic
 *     threshold     = reserve + StaticThresholdBytes                    static
 * Alpha is the same for all ports; or, with AlphaRate, alpha grows with the rate of the ingress
 * port, in steps of two as in the HPCC repository (third.cc, pfc_a_shift):
 *     alpha         = min(1, Alpha * 2^ceil(log2(rate / AlphaRate)))    above AlphaRate
 * Profiles has rows for rates (RateProfiles), each with some of reserveBytes, xonOffsetBytes,
 * headroomBytes, and alpha or staticThresholdBytes. Ports of such a rate use these in place of the
 * attributes, and in place of the headroom that their flow control asks for.
 *
 * With CellBytes the memory is made of cells, and a frame takes whole cells. All quantities here
 * are then charged bytes; a limit that is not a multiple of a cell is reached by as many cells as
 * fit.
 *
 * The size, unless given, is the switch's share of the memory of a commercial chip (SwitchChip),
 * and at least 1 MB and twice the sum of headrooms and reserves. A pool is thus left with low
 * rates, long cables and many priorities; the additional memory is an assumption. The other
 * defaults are SONiC's for lossless priorities: Alpha 2^0 (dynamic_th 0), XonOffsetBytes of
 * Tomahawk 5.
 *
 * Lossless: a packet is charged to reserve and pool up to the threshold. Above the threshold, or if
 * the pool is full, it is charged to the headroom of its ingress lane; the sender is stopped while
 * headroom is in use. Released bytes are taken from the headroom first. The sender may resume when
 * the headroom is empty and the use is XonOffset below the threshold, or the lane is empty. Lossy:
 * a packet is dropped if its egress queue would exceed LossyAlpha * (free pool).
 *
 * Trimming (UE specification 1.0, 4.1): with TrimQueueTime a lossy packet is cut to its headers
 * instead of being dropped, if its egress queue would exceed that limit, or the bytes that its port
 * sends in TrimQueueTime. An empty queue takes a packet of any length, so that a short time does
 * not cut all packets. The headers go on in TrimPriority: all headers if they fit into
 * TrimSizeBytes, else as many as fit, but always those that tell the receiver which packet it was.
 * A frame of TrimSizeBytes or less is not cut.
 *
 * With HeadroomOversubscription 1 every ingress lane has its own headroom. Above 1 the headrooms
 * share a pool that is smaller than their sum (SONiC's shared headroom pool): each lane may use its
 * headroom in full, but not all lanes at once.
 *
 * Invariants, for every ingress lane and for the whole:
 *  - headroom use <= headroom; sum of headroom use <= headroom pool;
 *  - shared use <= shared pool;
 *  - shared use + headroom use + reserve use = bytes held.
 */
class SharedBuffer : public SwitchBuffer
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** Thresholds of the lossless lanes of ingress ports of one rate. */
    struct PortThresholds
    {
        uint64_t reserveBytes; //!< guaranteed to each lane
        /** Bytes above the reserve at which the sender is stopped; 0: alpha decides. */
        uint64_t staticBytes;
        /** Share of the free pool above the reserve at which the sender is stopped. */
        double alpha;
        uint64_t xonOffsetBytes; //!< distance below the threshold at which the sender may resume
    };

    /**
     * Call after Configure().
     *
     * @param port port number
     * @return thresholds of the port by attributes and profiles
     */
    PortThresholds GetThresholds(uint16_t port) const;

    /** @return bytes of the whole memory */
    uint64_t GetSizeBytes() const
    {
        return m_sizeBytes;
    }

    /** @return bytes of the shared pool */
    uint64_t GetPoolBytes() const
    {
        return m_poolBytes;
    }

    /** @return bytes of the pool from which all headrooms are drawn */
    uint64_t GetHeadroomPoolBytes() const
    {
        return m_headroomPoolBytes;
    }

    /** @return bytes of the shared pool in use */
    uint64_t GetPoolUsedBytes() const
    {
        return m_poolUsedBytes;
    }

    /** @return bytes of the headroom pool in use */
    uint64_t GetHeadroomUsedBytes() const
    {
        return m_headroomUsedBytes;
    }

  protected:
    /**
     * Computes thresholds and reserves.
     *
     * @param ports needs of the ports, by number
     */
    void DoConfigure(const std::vector<PortNeeds>& ports) override;
    BufferAnswer DoAdmit(Account& in,
                         const Account& out,
                         const PortNeeds& needs,
                         bool lossless,
                         uint32_t bytes) override;
    void DoRelease(Account& in, bool lossless, uint32_t bytes) override;

  private:
    bool DoMayResume(const Account& in) const override;
    bool DoTrims() const override;
    const RateProfiles* DoGetRateProfiles() const override;

    /**
     * @param ports needs of the ports, by number
     * @return the switch's share of the memory of its chip, in bytes
     */
    uint64_t GetChipBytes(const std::vector<PortNeeds>& ports) const;
    /**
     * @param name name of a SwitchChip, or "fitting"
     * @throw InputError if the name is unknown
     */
    void SetChip(const std::string& name);
    std::string GetChip() const;
    void SetProfiles(const std::string& text);
    std::string GetProfiles() const;
    void SetXonOffsetBytes(uint64_t bytes);
    uint64_t GetXonOffsetBytes() const;
    void SetStaticThresholdBytes(uint64_t bytes);
    uint64_t GetStaticThresholdBytes() const;
    void SetAlpha(double alpha);
    double GetAlpha() const;
    void SetThresholds();

    BufferAnswer AdmitLossy(const Account& out, uint32_t bytes);
    BufferAnswer AdmitLossless(Account& in, const PortNeeds& needs, uint32_t bytes);

    /** Limits of one port: of its ingress by PortThresholds, of its egress by TrimQueueTime. */
    struct PortRule
    {
        uint64_t leastBytes;     //!< threshold when no pool is left
        double freeShare;        //!< share of the free pool added to leastBytes; static: 0
        uint64_t xonOffsetBytes; //!< distance below the threshold at which the sender may resume
        uint64_t trimQueueBytes; //!< limit of a lossy egress queue of the port with trimming
    };

    /**
     * @param in account of an ingress lane
     * @param belowBytes bytes of the lane that are not in the headroom
     * @param bytes bytes to add
     * @return number of the added bytes above the reserve: they are charged to the shared pool
     */
    static uint64_t GetPoolShare(const Account& in, uint64_t belowBytes, uint32_t bytes)
    {
        if (belowBytes >= in.guaranteedBytes)
        {
            return bytes;
        }
        const uint64_t allBytes = belowBytes + bytes;
        return allBytes > in.guaranteedBytes ? allBytes - in.guaranteedBytes : 0;
    }

    /**
     * @param usedBytes bytes of the pool in use
     * @param rule rule of an ingress port
     * @return threshold of its lanes at this use, in bytes
     */
    uint64_t Threshold(uint64_t usedBytes, const PortRule& rule) const
    {
        // Signed, because processors convert signed integers in one instruction.
        const auto freeBytes = static_cast<int64_t>(m_poolBytes - usedBytes);
        return rule.leastBytes +
               static_cast<int64_t>(rule.freeShare * static_cast<double>(freeBytes));
    }

    uint64_t m_givenSizeBytes;  //!< attribute; 0: by chip or by rate
    std::string m_chip;         //!< name of a SwitchChip, "fitting", or empty: no chip
    uint64_t m_sizeBytes{0};    //!< whole memory, in bytes
    uint64_t m_reserveBytes{0}; //!< reserve of each lossless ingress lane, in bytes
    /** Distance below the threshold at which the sender may resume. */
    uint64_t m_xonOffsetBytes;
    uint64_t m_staticThresholdBytes{0}; //!< 0: dynamic threshold
    double m_alpha{0};
    DataRate m_alphaRate;          //!< rate from which alpha grows; 0: alpha is constant
    RateProfiles m_profiles;       //!< values for ports of certain rates
    std::vector<PortRule> m_rules; //!< by port
    /** Half the pool: below this use a shortcut avoids computing thresholds. */
    uint64_t m_lowUseBytes{0};
    /** Lowest threshold of any port at that use; thresholds at lower use are higher. */
    uint64_t m_sureBytes{0};
    double m_lossyAlpha;  //!< alpha of lossy egress queues
    Time m_trimQueueTime; //!< 0: no trimming
    bool m_trims{false};  //!< DoTrims(), once configured
    uint32_t m_trimSizeBytes;
    uint8_t m_trimLane;
    double m_headroomOversubscription;
    uint64_t m_poolBytes{0};     //!< the shared pool
    uint64_t m_poolUsedBytes{0}; //!< used bytes of the shared pool
    uint64_t m_headroomPoolBytes{0};
    uint64_t m_headroomUsedBytes{0};
};

} // namespace ns3

#endif // AI_FABRIC_SHARED_BUFFER_H
