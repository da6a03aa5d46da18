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
 * Input of the rules of FabricLint: a network, a sample of each of its parts, and values that
 * several rules derive from them.
 */
struct LintView
{
    /** One port of a switch, with its needs. */
    struct Port
    {
        uint16_t number;                         //!< number in its switch
        uint64_t ratebps;                        //!< rate of its link in bit/s
        uint64_t reserveBytes;                   //!< headroom of each lossless priority in bytes
        uint32_t lossless;                       //!< bit n: priority n must not lose packets
        SharedBuffer::PortThresholds thresholds; //!< thresholds of its ingress
    };

    /** One switch with a shared buffer. */
    struct Switch
    {
        std::string name;           //!< name in the topology
        Ptr<const FabricSwitch> it; //!< the switch
        std::vector<Port> ports;    //!< by number
        uint64_t sizeBytes;         //!< size of the whole memory in bytes
        uint64_t poolBytes;         //!< shared part of sizeBytes
        double lossyAlpha;          //!< alpha of lossy egress queues
        uint64_t headroomPoolBytes; //!< pool from which all headrooms are drawn, in bytes
        uint64_t egressPoolBytes;   //!< limit of all lossless packets in bytes; 0: the whole memory
        uint64_t egressBytes;       //!< limit of each lossless egress queue in bytes; 0: no limit
        double egressAlpha;         //!< alpha of lossless egress queues; 0: none

        /**
         * @param usedBytes used part of the pool in bytes
         * @param port one of its ports
         * @return queue in bytes at which an ingress priority of the port is paused
         */
        double GetThreshold(double usedBytes, const Port& port) const
        {
            const auto& it = port.thresholds;
            return it.reserveBytes + (it.staticBytes > 0 ? static_cast<double>(it.staticBytes)
                                                         : it.alpha * (poolBytes - usedBytes));
        }
    };

    /** @param from parts of the network @param built network built from them; both outlive this */
    LintView(const FabricProfile& from, const FabricNetwork& built);

    /**
     * @param ratebps rate of a port in bit/s
     * @return queue in bytes at which marking begins; empty: unknown or never
     */
    std::optional<double> GetKminBytes(uint64_t ratebps) const;
    /**
     * @param ratebps rate of a port in bit/s
     * @return queue in bytes at which every packet is marked; empty: unknown or never
     */
    std::optional<double> GetKmaxBytes(uint64_t ratebps) const;

    /** @return true if the congestion control needs marks and switches give them */
    bool UsesMarks() const;

    /**
     * @param lane number of a lane
     * @return true if any port of a switch must not lose packets of it
     */
    bool IsLossless(uint8_t lane) const;
    /** @return true if any lane is lossless anywhere */
    bool HasLossless() const;

    /**
     * @param lane lane in which the NIC sends data
     * @return lane of these packets in the first switch
     */
    uint8_t InSwitch(uint8_t lane) const;
    /** @return lane of congestion notifications in the first switch */
    uint8_t CnpInSwitch() const;

    /** @return the NIC whose settings stand for all */
    const RdmaNic& GetNic() const
    {
        return *network.nics.front();
    }

    /**
     * @return idle round trips of a full packet from the first host to others in ps, each value
     *         once
     */
    std::set<int64_t> GetRttsPs() const;

    /** @return longest of GetRttsPs() */
    int64_t GetLongestRttPs() const;

    const FabricProfile& profile; //!< parts of the network
    const FabricNetwork& network; //!< network built from them
    std::vector<uint8_t> lanes;   //!< lanes of data, as the NICs send it
    uint32_t incast{1};           //!< largest number of flows to one host that start at one time
    bool debugBuild{false};       //!< true: asserts, or no optimization
    std::vector<bool> usesNic;    //!< by NIC of a host: true if jobs send over it; empty: unknown

    Ptr<Object> marker;                 //!< a sample object
    Ptr<Object> arbiter;                //!< a sample object
    Ptr<LossRecovery> lossRecovery;     //!< a sample object
    Ptr<PathSelector> pathSelector;     //!< a sample object
    Ptr<Object> flowControl;            //!< a sample object
    Ptr<Object> congestionControl;      //!< a sample object
    CongestionNeeds needs;              //!< needs of the congestion control
    std::vector<Switch> switches;       //!< switches with a shared buffer
    std::vector<uint64_t> portRatesbps; //!< rates of all ports of switches, each once, ascending

  private:
    /**
     * @param names names of attributes with the threshold; the first that exists counts
     * @param ratebps rate of a port in bit/s
     * @return threshold of the marker there
     */
    std::optional<double> GetMark(const std::vector<std::string>& names, uint64_t ratebps) const;

    /** GetMark() without the cache. */
    std::optional<double> FindMark(const std::vector<std::string>& names, uint64_t ratebps) const;

    /** Cache of GetMark() by first name and rate in bit/s, because networks have many ports. */
    mutable std::map<std::pair<std::string, uint64_t>, std::optional<double>> m_marks;
};

/**
 * @param object any object; may be null
 * @param name name of an attribute
 * @return its value; empty: there is no such attribute
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

/** @param bytes number of bytes @return text such as "1.6 MB" */
std::string DescribeBytes(double bytes);
/** @param ratebps rate in bit/s @return text such as "400 Gb/s" */
std::string DescribeRate(double ratebps);
/** @param durationPs duration in ps @return text such as "4.2 us" */
std::string DescribeTime(int64_t durationPs);

} // namespace ns3

#endif // AI_FABRIC_LINT_VIEW_H
