// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HOST_FAILURES_H
#define AI_FABRIC_HOST_FAILURES_H

#include "fabric-failure.h"

#include "ns3/data-rate.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * A failure of one host or of traffic to it; an attribute Host has the index of the host.
 */
class HostFailure : public FabricFailure
{
  protected:
    /**
     * @tparam Failure subclass
     * @param name name of the subclass
     * @param help description of the attribute Host
     * @return TypeId of the subclass
     */
    template <typename Failure>
    static TypeId MakeTypeId(const char* name, const char* help)
    {
        return AddHost(TypeId(name)
                           .SetParent<FabricFailure>()
                           .SetGroupName("AiFabric")
                           .AddConstructor<Failure>(),
                       help);
    }

    /** @return index of the host, as jobs see it */
    uint32_t GetHost() const
    {
        return m_host;
    }

    /** @param network network that passed Check() @return index of its NIC in every network */
    uint32_t GetNic(const FabricNetwork& network) const
    {
        return network.GetNic(m_host);
    }

    /** @param topology topology of the network @return name of the host */
    const std::string& GetName(const FabricTopology& topology) const
    {
        return topology.nodes[topology.hosts[m_host / topology.gpusPerHost]].name;
    }

    /**
     * @param topology topology of a network
     * @param host index of a host there, without further ports
     * @return ids of the links of all its ports
     */
    static std::vector<uint32_t> GetLinksOfPorts(const FabricTopology& topology, uint32_t host);

    /** Throws if there is no such host. */
    void DoCheck(const FabricTopology& topology, const FabricProfile& profile) const override;
    /** @return description that names the host */
    FabricFault DoDescribe(const FabricNetwork& network) const override;

  private:
    static TypeId AddHost(TypeId tid, const char* help);

    uint32_t m_host; //!< host index
};

/**
 * @ingroup ai-fabric-failure
 * A GPU fails and returns after a while. Jobs that restart (RestartOnFailure) begin again; for
 * other jobs the GPU only hangs: its running and waiting work stops, and continues at Stop. Its NIC
 * works, so no message fails.
 */
class GpuFailure final : public HostFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    bool DoFitsLaw() const override
    {
        return true;
    }

    bool DoNeedsPackets() const override
    {
        return false;
    }

    void DoSet(const FabricNetwork& network, bool begins) const override;
    FabricFault DoDescribe(const FabricNetwork& network) const override;
};

/**
 * @ingroup ai-fabric-failure
 * The NIC of a host is out of service for a while: its link is down (SetLinkDown()). Packets of its
 * queue pairs are lost, and retries continue the transfers. If a host has several NICs, the NIC of
 * the first network fails.
 */
class NicFailure final : public HostFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    bool DoFitsLaw() const override
    {
        return true;
    }

    void DoSet(const FabricNetwork& network, bool begins) const override;
    FabricFault DoDescribe(const FabricNetwork& network) const override;
};

/**
 * @ingroup ai-fabric-failure
 * The server of a host is out of service for a while, as without power: the links of all NICs of
 * its GPUs are down (SetLinkDown()), in all networks and NVLink, and its GPUs stop. Without servers
 * each host counts as one.
 *
 * The memory of its GPUs is lost: jobs that restart (RestartOnFailure) begin again. For other jobs
 * its GPUs continue their work at Stop, as if nothing had been lost.
 */
class ServerFailure final : public HostFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    bool DoFitsLaw() const override
    {
        return true;
    }

    void DoInstall(const SharedNetwork& network) const override;
    void DoSet(const FabricNetwork& network, bool begins) const override;
    FabricFault DoDescribe(const FabricNetwork& network) const override;

    std::vector<uint32_t> GetHosts(const FabricNetwork& network) const;
    std::vector<uint32_t> GetNics(const FabricNetwork& network) const;
    void SetDown(const FabricNetwork& network, bool down) const;
};

/**
 * @ingroup ai-fabric-failure
 * A straggler: a GPU that takes Factor times as long for everything from Start to Stop, like a GPU
 * that runs hot and lowers its clock. Work under way at that moment continues at the new speed.
 */
class SlowGpu final : public HostFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    bool DoNeedsPackets() const override
    {
        return false;
    }

    void DoSet(const FabricNetwork& network, bool begins) const override;

    double m_factor; //!< factor for all times
};

/**
 * @ingroup ai-fabric-failure
 * The memory of a host takes payload from its NICs at most at Rate from Start to Stop, as when
 * address translations miss, the memory bus is busy or PCIe has fewer lanes; see ReceiveStage. A
 * write under way at that moment continues at the new rate. If several such failures overlap, the
 * lowest rate holds.
 */
class SlowReceiver final : public HostFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoSet(const FabricNetwork& network, bool begins) const override;

    DataRate m_rate; //!< payload rate of each NIC
};

/**
 * @ingroup ai-fabric-failure
 * A NIC that keeps pausing: from Start to Stop it requests from its switch a pause of one priority
 * and refreshes it, although it could receive. It is the best known way to stop a whole lossless
 * network from one port (RDMA over commodity Ethernet at scale, SIGCOMM'16, section 4.3).
 */
class PauseStorm final : public HostFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoCheck(const FabricTopology& topology, const FabricProfile& profile) const override;
    void DoSet(const FabricNetwork& network, bool begins) const override;

    uint8_t m_priority; //!< paused priority
};

} // namespace ns3

#endif // AI_FABRIC_HOST_FAILURES_H
