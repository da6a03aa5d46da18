// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LINT_VIEW_H
#define AI_FABRIC_LINT_VIEW_H

#include "ns3/fabric-network.h"
#include "ns3/fabric-profile.h"
#include "ns3/loss-recovery.h"
#include "ns3/path-selector.h"
#include "ns3/rdma-congestion-control.h"
#include "ns3/shared-buffer.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-lint
 * What the rules of FabricLint look at: a network, a specimen of each of its parts, and what
 * several rules derive from them.
 */
struct LintView
{
    /** One port of a switch and what it needs. */
    struct Port
    {
        uint16_t number;                         //!< in its switch
        uint64_t ratebps;                        //!< of its link
        uint64_t reserveBytes;                   //!< headroom of each lossless priority
        uint32_t lossless;                       //!< bit n: priority n must not lose packets
        SharedBuffer::PortThresholds thresholds; //!< of what comes in here
    };

    /** One switch with a shared buffer. */
    struct Switch
    {
        std::string name;           //!< as in the topology
        Ptr<const FabricSwitch> it; //!< itself
        std::vector<Port> ports;    //!< by number
        uint64_t sizeBytes;         //!< the whole memory
        uint64_t poolBytes;         //!< of these, shared
        double lossyAlpha;          //!< of lossy egress queues
        uint64_t headroomPoolBytes; //!< from which all headrooms are drawn
        uint64_t egressPoolBytes;   //!< for all lossless packets; 0: the whole memory
        uint64_t egressBytes;       //!< of each lossless egress queue at most; 0: any
        double egressAlpha;         //!< of lossless egress queues; 0: none

        /**
         * @param usedBytes of the pool
         * @param port one of its ports
         * @return at which an ingress priority of the port is paused
         */
        double GetThreshold(double usedBytes, const Port& port) const
        {
            const auto& it = port.thresholds;
            return it.reserveBytes + (it.staticBytes > 0 ? static_cast<double>(it.staticBytes)
                                                         : it.alpha * (poolBytes - usedBytes));
        }
    };

    /** @param from the parts @param built network of them; both outlive this */
    LintView(const FabricProfile& from, const FabricNetwork& built);

    /** @param ratebps of a port @return queue at which marking begins; nothing: unknown or never */
    std::optional<double> GetKminBytes(uint64_t ratebps) const;
    /** @param ratebps of a port @return queue at which every packet is marked, or nothing */
    std::optional<double> GetKmaxBytes(uint64_t ratebps) const;

    /** @return whether the congestion control needs marks and switches give them */
    bool UsesMarks() const;

    /** @param lane which @return whether any port of a switch must not lose packets of it */
    bool IsLossless(uint8_t lane) const;
    /** @return whether any lane is lossless anywhere */
    bool HasLossless() const;

    /** @param lane that the NIC sends data in @return their lane in the first switch */
    uint8_t InSwitch(uint8_t lane) const;
    /** @return lane of congestion notifications in the first switch */
    uint8_t CnpInSwitch() const;

    /** @return the nic whose settings stand for all */
    const RdmaNic& GetNic() const
    {
        return *network.nics.front();
    }

    /** @return idle round trips of a full packet from the first host to others, each once, in ps */
    std::set<int64_t> GetRttsPs() const;

    /** @return round trip of a full packet to the host farthest from the first one, idle, in ps */
    int64_t GetLongestRttPs() const;

    const FabricProfile& profile; //!< the parts
    const FabricNetwork& network; //!< built of them
    std::vector<uint8_t> lanes;   //!< of data, as the NICs send it
    uint32_t incast{1};           //!< flows that start to one host at one time
    bool debugBuild{false};       //!< asserts, or no optimization
    std::vector<bool> usesNic;    //!< by NIC of a host: jobs send over it; empty: nobody knows

    Ptr<Object> marker;                 //!< a specimen
    Ptr<Object> arbiter;                //!< a specimen
    Ptr<LossRecovery> lossRecovery;     //!< a specimen
    Ptr<PathSelector> pathSelector;     //!< a specimen
    Ptr<Object> flowControl;            //!< a specimen
    Ptr<Object> congestionControl;      //!< a specimen
    CongestionNeeds needs;              //!< of the congestion control
    std::vector<Switch> switches;       //!< those with a shared buffer
    std::vector<uint64_t> portRatesbps; //!< of all ports of switches, each once, ascending

  private:
    /**
     * @param names of an attribute that has the threshold, of which the first that there is counts
     * @param ratebps of a port
     * @return a threshold of the marker there
     */
    std::optional<double> GetMark(const std::vector<std::string>& names, uint64_t ratebps) const;

    /** As GetMark(), of the objects. */
    std::optional<double> FindMark(const std::vector<std::string>& names, uint64_t ratebps) const;

    /** By the first name and the rate in bit/s, once asked: networks have many ports. */
    mutable std::map<std::pair<std::string, uint64_t>, std::optional<double>> m_marks;
};

/**
 * @param object any, may be null
 * @param name attribute
 * @return its value, if there is such a one
 */
std::optional<uint64_t> GetUnsigned(Ptr<const Object> object, const std::string& name);
/** As GetUnsigned(). */
std::optional<double> GetNumber(Ptr<const Object> object, const std::string& name);
/** As GetUnsigned(). @return in bit/s */
std::optional<uint64_t> GetRatebps(Ptr<const Object> object, const std::string& name);
/** As GetUnsigned(). @return in ps */
std::optional<int64_t> GetDurationPs(Ptr<const Object> object, const std::string& name);
/** As GetUnsigned(). */
std::optional<std::string> GetText(Ptr<const Object> object, const std::string& name);

/** @param bytes any @return such as "1.6 MB" */
std::string DescribeBytes(double bytes);
/** @param ratebps any @return such as "400 Gb/s" */
std::string DescribeRate(double ratebps);
/** @param durationPs any @return such as "4.2 us" */
std::string DescribeTime(int64_t durationPs);

} // namespace ns3

#endif // AI_FABRIC_LINT_VIEW_H
