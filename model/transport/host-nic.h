// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HOST_NIC_H
#define AI_FABRIC_HOST_NIC_H

#include "nic-scheduler.h"
#include "packet-source.h"
#include "rdma-counters.h"
#include "receive-stage.h"

#include "ns3/data-rate.h"
#include "ns3/fabric-net-device.h"
#include "ns3/flow-filter.h"
#include "ns3/object.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * The part of a NIC that all transports share. It holds packet sources by their number, schedules
 * their packets onto its port, and hands each packet that arrives to the source with its
 * destination number, at once or through a ReceiveStage if host memory is slower than the link.
 */
class HostNic : public Object, public FabricPortOwner, private ReceiveStage::Client
{
  public:
    /** Event counters of its queue pairs. */
    using Counters = RdmaCounters;

    ~HostNic() override;

    /**
     * Registers a packet source of another transport (not a queue pair).
     *
     * @param source source, which gets the next number; must outlive the NIC's use of it
     * @param lane lane of its packets on the link of this NIC
     */
    void AddSource(PacketSource& source, uint8_t lane);

    /**
     * Gives the next source of each of several NICs the same number. Numbers left out belong to
     * nobody.
     *
     * @param nics NICs of one host
     */
    static void AlignNumbers(const std::vector<HostNic*>& nics);

    /**
     * @param source takes packets for the next number, and never sends here; must outlive the NIC's
     * use of it
     */
    void AddListener(PacketSource& source);

    /**
     * @param source source of this NIC that may have become able to send, or to send at another
     * time
     * @param nowPs current time, in ps
     */
    void Activate(PacketSource& source, int64_t nowPs)
    {
        m_scheduler.Activate(source, nowPs);
    }

    /** @param packet packet to send without waiting for a turn; its readyPs is the current time */
    void Enqueue(FabricPacketPtr&& packet)
    {
        m_port->Enqueue(std::move(packet));
    }

    /** @return host index */
    uint32_t GetHost() const
    {
        return m_host;
    }

    /** @return the port */
    FabricNetDevice& GetPort() const
    {
        return *m_port;
    }

    /** @return counters so far */
    const Counters& GetCounters() const
    {
        return m_counters;
    }

    /** @return the same counters, for sources to change */
    Counters& GetCounters()
    {
        return m_counters;
    }

    /** Called when both ends of all links are complete. */
    void Start();

    /**
     * Limits the rate at which host memory takes payload.
     *
     * @param ratebps limit in bit/s; 0: no payload is taken
     */
    void AddReceiveLimit(uint64_t ratebps);

    /**
     * Ends a limit of AddReceiveLimit().
     *
     * @param ratebps limit in bit/s
     */
    void RemoveReceiveLimit(uint64_t ratebps);

    /** @return stage of packets that wait for host memory; null: no packet has ever had to wait */
    const ReceiveStage* GetReceiveStage() const
    {
        return m_receiveStage.get();
    }

    void Receive(FabricNetDevice& port, FabricPacketPtr&& packet) override;
    void ReceiveTrimmed(FabricNetDevice& port, FabricPacketPtr&& packet) override;
    void Refill(FabricNetDevice& port, int64_t nowPs) override;
    void BeforeTransmit(FabricNetDevice& port, FabricPacket& packet, int64_t startPs) override;
    bool KeepsFlows() const override;
    void PauseFlows(uint8_t lane, const FlowFilter& paused, int64_t nowPs) override;

  protected:
    /** Queue pairs 0 and 1 are reserved for management (IBTA vol. 1, 3.5.10). */
    static constexpr uint32_t FIRST_NUMBER = 2;

    void DoDispose() override;

    /**
     * @param host host index of this host
     * @param port port of the NIC
     */
    void AttachPort(uint32_t host, Ptr<FabricNetDevice> port);

    /** @return current time, in ps */
    int64_t GetNowPs() const
    {
        return m_port->GetClock().ToPs(NowTicks());
    }

    /** @return number of the next packet source */
    uint32_t GetNextNumber() const
    {
        return FIRST_NUMBER + static_cast<uint32_t>(m_sources.size());
    }

    /**
     * Hands a source over to another NIC of this host, where its number is that of a listener.
     *
     * @param source source of this NIC
     * @param listener takes packets for its number here from now on
     * @param to NIC that schedules it from now on
     */
    void HandOver(PacketSource& source, PacketSource& listener, HostNic& to);

    /**
     * Adds a source that has the next number and a lane; from now on packets may come for it.
     *
     * @param source new source
     */
    void Keep(PacketSource& source);

    // Attributes:
    /** @param rate rate of host memory for payload; 0: memory keeps up */
    void SetReceiveRate(DataRate rate);

    /** @return rate of host memory for payload; 0: memory keeps up */
    DataRate GetReceiveRate() const
    {
        return m_receiveRate;
    }

    /** @param bytes bytes of waiting frames at which the link is paused */
    void SetReceiveBufferBytes(uint64_t bytes)
    {
        m_receiveSettings.thresholdBytes = bytes;
    }

    /** @return bytes of waiting frames at which the link is paused */
    uint64_t GetReceiveBufferBytes() const
    {
        return m_receiveSettings.thresholdBytes;
    }

    /** @param trims true: a lossy packet without room loses its payload only */
    void SetReceiveTrims(bool trims)
    {
        m_receiveSettings.trims = trims;
    }

    /** @return true if a lossy packet without room loses its payload only */
    bool GetReceiveTrims() const
    {
        return m_receiveSettings.trims;
    }

    std::vector<PacketSource*> m_sources;         //!< by number minus FIRST_NUMBER
    Ptr<FabricNetDevice> m_port;                  //!< port of the NIC
    std::unique_ptr<ReceiveStage> m_receiveStage; //!< null: memory has always kept up
    uint32_t m_host{0};                           //!< host index of its host
    Counters m_counters;                          //!< events of its queue pairs

  private:
    /** Arguments of the last PauseFlows(). */
    struct PausedFlows
    {
        uint8_t lane;
        FlowFilter flows;
    };

    void ObeyPause(PacketSource& source, int64_t nowPs);
    void TakeWritten(FabricPacketPtr&& packet) override;
    void Take(FabricNetDevice& port, const FabricPacket& packet);
    void Count(const FabricPacket& packet);
    void Deliver(FabricPacket& packet);
    void DeliverTrimmed(FabricPacket& packet);
    bool ReceiveSlowly(FabricPacketPtr& packet);

    NicScheduler m_scheduler;
    std::unique_ptr<PausedFlows> m_pausedFlows; //!< null: no flow was ever paused
    DataRate m_receiveRate; //!< rate of host memory for payload; 0: memory keeps up
    ReceiveStage::Settings m_receiveSettings;
    bool m_started{false}; //!< see Start()
};

} // namespace ns3

#endif // AI_FABRIC_HOST_NIC_H
