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
 * Alpha is the same for all ports, or with AlphaRate it grows with the rate of the port that a
 * packet came in by, in steps of two as in the HPCC repository (third.cc, pfc_a_shift):
 *     alpha         = min(1, Alpha * 2^ceil(log2(rate / AlphaRate)))    above AlphaRate
 * Profiles has rows for rates (RateProfiles), each with some of reserveBytes, xonOffsetBytes,
 * headroomBytes, and alpha or staticThresholdBytes: ports of such a rate have these in place of the
 * attributes, and of the headroom that their flow control would have.
 *
 * With CellBytes the memory is made of cells, of which a frame takes whole ones, and everything
 * here is about what is charged: limits are in bytes, and one that is no multiple of a cell is
 * reached by as many cells as fit.
 *
 * The size, unless given, is the switch's share of the memory of a chip that is sold (SwitchChip),
 * and at least 1 MB and twice the sum of headrooms and reserves, so that low rates, long cables and
 * many priorities leave a pool; that more memory is there then is assumed. The other defaults are
 * SONiC's for lossless priorities: Alpha 2^0 (dynamic_th 0), XonOffsetBytes of Tomahawk 5.
 *
 * Lossless: a packet is charged to reserve and pool up to the threshold, above it (or when the pool
 * is full) to the headroom of its ingress lane, and the sender is stopped while headroom is in use.
 * What is released is taken from the headroom first. The sender may resume when the headroom is
 * empty and the use is XonOffset below the threshold, or the lane is empty. Lossy: a packet is
 * dropped if its egress queue would pass LossyAlpha * (free pool).
 *
 * Trimming (UE specification 1.0, 4.1): with TrimQueueTime a lossy packet is cut to its headers,
 * not dropped, if its egress queue would pass that or what the fastest port sends in this time. The
 * headers go on in TrimPriority: all, if that leaves TrimSizeBytes or less, else as many as fit but
 * for those that tell the receiver which packet it was. A frame of TrimSizeBytes or less has
 * nothing to cut.
 *
 * With an oversubscription of 1 every ingress lane has its headroom to itself. Above 1 the
 * headrooms are drawn from a pool that is smaller than their sum (SONiC's shared headroom pool):
 * each may still use its own in full, but not all of them at once.
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

    /** What decides about lossless lanes of ingress ports of one rate. */
    struct PortThresholds
    {
        uint64_t reserveBytes;   //!< guaranteed to each lane
        uint64_t staticBytes;    //!< beyond that until its sender is stopped; 0: alpha decides
        double alpha;            //!< of the free pool, until its sender is stopped
        uint64_t xonOffsetBytes; //!< below the threshold, where the sender may resume
    };

    /** After Configure(). @param port number @return what it has by attributes and profiles */
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
    /** Works out thresholds and reserves. @param ports by number */
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

    /** @param ports by number @return a switch's share of the memory of its chip */
    uint64_t GetChipBytes(const std::vector<PortNeeds>& ports) const;
    /** @param name of a SwitchChip, or "fitting" @throw InputError if it is unknown */
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

    /** Of one ingress port, made of its PortThresholds. */
    struct PortRule
    {
        uint64_t leastBytes;     //!< threshold when no pool is left
        double freeShare;        //!< share of the free pool that is added to it; static: 0
        uint64_t xonOffsetBytes; //!< below the threshold, where the sender may resume
    };

    /**
     * @param in an ingress lane
     * @param belowBytes of it without headroom
     * @param bytes more of them
     * @return how many of the latter are charged to the shared pool: those above the reserve
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
     * @param usedBytes of the pool
     * @param rule of an ingress port
     * @return the threshold of its lanes then, in bytes
     */
    uint64_t Threshold(uint64_t usedBytes, const PortRule& rule) const
    {
        // Signed, because processors convert signed integers in one instruction.
        const auto freeBytes = static_cast<int64_t>(m_poolBytes - usedBytes);
        return rule.leastBytes +
               static_cast<int64_t>(rule.freeShare * static_cast<double>(freeBytes));
    }

    uint64_t m_givenSizeBytes;          //!< attribute; 0: by chip or rate
    std::string m_chip;                 //!< name of a SwitchChip, "fitting", or empty: none
    uint64_t m_sizeBytes{0};            //!< of the whole memory
    uint64_t m_reserveBytes{0};         //!< of each lossless ingress lane
    uint64_t m_xonOffsetBytes;          //!< below the threshold, where the sender may resume
    uint64_t m_staticThresholdBytes{0}; //!< 0: dynamic
    double m_alpha{0};
    DataRate m_alphaRate;          //!< from which alpha grows; 0: it does not
    RateProfiles m_profiles;       //!< of some rates
    std::vector<PortRule> m_rules; //!< by port
    uint64_t m_lowUseBytes{0};     //!< half the pool: up to there nobody computes thresholds
    uint64_t m_sureBytes{0};       //!< least threshold at that use; none is lower below
    double m_lossyAlpha;           //!< of lossy egress queues
    Time m_trimQueueTime;          //!< 0: nothing is trimmed
    uint64_t m_trimQueueBytes{UINT64_MAX}; //!< of a lossy egress queue
    uint32_t m_trimSizeBytes;
    uint8_t m_trimLane;
    double m_headroomOversubscription;
    uint64_t m_poolBytes{0};     //!< the shared pool
    uint64_t m_poolUsedBytes{0}; //!< of the shared pool
    uint64_t m_headroomPoolBytes{0};
    uint64_t m_headroomUsedBytes{0};
};

} // namespace ns3

#endif // AI_FABRIC_SHARED_BUFFER_H
