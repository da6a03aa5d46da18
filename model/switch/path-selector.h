// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PATH_SELECTOR_H
#define AI_FABRIC_PATH_SELECTOR_H

#include "ns3/fabric-net-device.h"
#include "ns3/fabric-packet.h"
#include "ns3/flow-entropy.h"
#include "ns3/object.h"
#include "ns3/random-draws.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * Chooses among the ports that lead to a destination.
 */
class PathSelector : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param salt different at every switch, so that their choices are independent */
    void SetSalt(uint32_t salt)
    {
        m_salt = DoChooseSalt(salt);
    }

    /** @param ports of the switch by number; may be filled later; must outlive this */
    void SetPorts(const std::vector<Ptr<FabricNetDevice>>& ports)
    {
        m_ports = &ports;
    }

    /**
     * @param packet to forward
     * @param ports at least two port numbers, ascending
     * @return one of them
     */
    uint16_t Select(const FabricPacket& packet, const std::vector<uint16_t>& ports)
    {
        return DoSelect(packet, ports);
    }

    /** Called when all ports of the switch are connected, before any packet. */
    void Start()
    {
        DoStart();
    }

    /** @return whether NotifyForward() is to be called */
    bool IsTold() const
    {
        return DoIsTold();
    }

    /**
     * A packet is forwarded, whether or not there was a choice. What it adds to the packet's
     * pathTag is in bits that are there anyway: lengths stay.
     *
     * @param packet admitted or not; its pathTag may be changed
     * @param egress number of the port that it leaves by
     */
    void NotifyForward(FabricPacket& packet, uint16_t egress)
    {
        DoNotifyForward(packet, egress);
    }

    /** @return whether it writes FabricPacket::pathTag, so that nobody else can */
    bool WritesTags() const
    {
        return DoWritesTags();
    }

    /** @return whether the packets of a flow take one path, so that none overtakes another */
    bool KeepsOrder() const
    {
        return DoKeepsOrder();
    }

    /**
     * @param stream the first stream to use
     * @return how many streams were used
     */
    int64_t AssignStreams(int64_t stream)
    {
        return DoAssignStreams(stream);
    }

  protected:
    /**
     * @param entropy of a flow
     * @param salt choices with different salts are independent
     * @param count at least 1
     * @return ChooseByEntropy()
     */
    static uint32_t Hash(uint32_t entropy, uint32_t salt, size_t count)
    {
        return ChooseByEntropy(entropy, salt, count);
    }

    /** @param seed attribute of a policy @return a salt that is different at every switch */
    uint32_t MakeSalt(uint32_t seed) const
    {
        return m_salt ^ seed;
    }

    /**
     * No two packets of a flow are ready at the same time, and no other flow has a part in this.
     *
     * @param packet to forward
     * @param seed attribute of a policy
     * @return a number that is another one for other packets, switches and seeds, but for chance
     */
    uint64_t Draw(const FabricPacket& packet, uint32_t seed) const
    {
        return HashDraw(uint64_t{packet.entropy} << 32 | MakeSalt(seed),
                        static_cast<uint64_t>(packet.readyPs));
    }

    /** @param draw any number @param count at least 1 @return below count, all alike */
    static uint32_t Pick(uint64_t draw, size_t count)
    {
        return static_cast<uint32_t>((draw >> 32) * count >> 32);
    }

    /**
     * @tparam Load gives for the number of a port something ordered
     * @param ports at least one, ascending
     * @param entropy of a flow, which decides among equal ones
     * @param salt choices with different salts are independent
     * @param load of a port
     * @return the port with the least load
     */
    template <typename Load>
    static uint16_t FindLeast(const std::vector<uint16_t>& ports,
                              uint32_t entropy,
                              uint32_t salt,
                              const Load& load)
    {
        auto least = load(ports.front());
        uint32_t count = 0; // of the ports with it
        for (const uint16_t port : ports)
        {
            const auto one = load(port);
            count = one < least ? 1 : count + (one == least ? 1 : 0);
            least = one < least ? one : least;
        }
        uint32_t place = Hash(entropy, salt, count); // among them
        for (const uint16_t port : ports)
        {
            if (load(port) == least && place-- == 0)
            {
                return port;
            }
        }
        return ports.front();
    }

    /** @return the ports of the switch by number */
    const std::vector<Ptr<FabricNetDevice>>& GetPorts() const
    {
        return *m_ports;
    }

    /** @param port number @return the port */
    const FabricNetDevice& GetPort(uint16_t port) const
    {
        return *(*m_ports)[port];
    }

    /** @return how many ports the switch has */
    std::size_t GetPortCount() const
    {
        return m_ports->size();
    }

    /** From DoStart() only. @param port number @return whether a host is at its other end */
    bool LeadsToHost(uint16_t port) const;

  private:
    virtual uint16_t DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports) = 0;
    /** @return true by default */
    virtual bool DoKeepsOrder() const;
    /** @return 0 by default */
    virtual int64_t DoAssignStreams(int64_t stream);
    /** Does nothing by default. */
    virtual void DoStart();
    /** @return false by default */
    virtual bool DoIsTold() const;
    virtual void DoNotifyForward(FabricPacket& packet, uint16_t egress);
    /** @return DoIsTold() by default */
    virtual bool DoWritesTags() const;
    /** @param salt of this switch @return what to use: this salt, by default */
    virtual uint32_t DoChooseSalt(uint32_t salt) const;

    uint32_t m_salt{0};
    const std::vector<Ptr<FabricNetDevice>>* m_ports{nullptr}; //!< of the switch, by number
};

} // namespace ns3

#endif // AI_FABRIC_PATH_SELECTOR_H
