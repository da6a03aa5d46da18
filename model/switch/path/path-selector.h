// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PATH_SELECTOR_H
#define AI_FABRIC_PATH_SELECTOR_H

#include "ns3/fabric-net-device.h"
#include "ns3/fabric-packet.h"
#include "ns3/flow-entropy.h"
#include "ns3/object.h"
#include "ns3/port-groups.h"
#include "ns3/random-draws.h"
#include "ns3/switch-context.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

class DetourRouter;
class SwitchStage;

/**
 * @ingroup ai-fabric-switch
 * Chooses among the ports that lead to a destination. A selector that also holds packets brings a
 * SwitchStage; a selector that leads packets over other switches is a DetourRouter.
 */
class PathSelector : public Object
{
  public:
    static constexpr uint16_t NO_PORT = PortGroups::NO_PORT; //!< no path exists

    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param salt number that differs between switches, so that their choices are independent */
    void SetSalt(uint32_t salt)
    {
        m_salt = DoChooseSalt(salt);
    }

    /** @param context switch of this selector; its ports may be added later; outlives this object
     */
    void SetSwitch(SwitchContext& context)
    {
        m_switch = &context;
        SetPorts(context.GetPorts());
    }

    /** @param ports ports of the switch by number; may be filled later; must outlive this object */
    void SetPorts(const std::vector<Ptr<FabricNetDevice>>& ports)
    {
        m_ports = &ports;
    }

    /**
     * @return stage that the switches of this selector have; null: any that works with a selector
     * that chooses for its switch alone
     */
    SwitchStage* GetStage()
    {
        return DoGetStage();
    }

    /** @return router of packets that may take detours; null: this selector makes no detours */
    DetourRouter* GetDetours()
    {
        return DoGetDetours();
    }

    /**
     * @return true if this selector reads queues of other switches; such a network must run on one
     * thread
     */
    bool LooksFar() const
    {
        return DoLooksFar();
    }

    /**
     * @param packet packet to forward
     * @param ports at least two port numbers, ascending
     * @return one of the port numbers
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

    /** @return true if NotifyForward() must be called */
    bool SeesEveryPacket() const
    {
        return DoSeesEveryPacket();
    }

    /**
     * Called for each forwarded packet, whether or not the switch had a choice. Data in the
     * packet's pathTag use bits of existing headers, so lengths do not change.
     *
     * @param packet forwarded packet, admitted or not; its pathTag may be changed
     * @param egress number of the port by which the packet leaves
     */
    void NotifyForward(FabricPacket& packet, uint16_t egress)
    {
        DoNotifyForward(packet, egress);
    }

    /**
     * @return true if this selector chooses for its switch alone; false if it works only if all
     * switches have it
     */
    bool IsLocal()
    {
        return !DoSeesEveryPacket() && !DoGetDetours();
    }

    /**
     * @return true if this selector writes FabricPacket::pathTag, so that no other part may use it
     */
    bool WritesTags() const
    {
        return DoWritesTags();
    }

    /** @return true if all packets of a flow take one path, so that they stay in order */
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
     * @param entropy entropy of a flow
     * @param salt salt; choices with different salts are independent
     * @param count number of choices, at least 1
     * @return index of the choice, 0 to count - 1, by ChooseByEntropy()
     */
    static uint32_t Hash(uint32_t entropy, uint32_t salt, size_t count)
    {
        return ChooseByEntropy(entropy, salt, count);
    }

    /**
     * @param seed attribute Seed of a policy
     * @return salt that differs between switches
     */
    uint32_t MakeSalt(uint32_t seed) const
    {
        return m_salt ^ seed;
    }

    /**
     * Draws a number for a packet. No two packets of a flow are ready at the same time, and other
     * flows have no influence on the number.
     *
     * @param packet packet to forward
     * @param seed attribute Seed of a policy
     * @return 64-bit hash of packet, switch and seed
     */
    uint64_t Draw(const FabricPacket& packet, uint32_t seed) const
    {
        return HashDraw(uint64_t{packet.entropy} << 32 | MakeSalt(seed),
                        static_cast<uint64_t>(packet.readyPs));
    }

    /**
     * @param draw random 64-bit number
     * @param count number of choices, at least 1
     * @return index of the choice, 0 to count - 1, all equally likely
     */
    static uint32_t Pick(uint64_t draw, size_t count)
    {
        return static_cast<uint32_t>((draw >> 32) * count >> 32);
    }

    /**
     * @tparam Load callable: port number to a load that can be compared
     * @param ports at least one, ascending
     * @param entropy entropy of a flow; decides among ports with equal loads
     * @param salt salt; choices with different salts are independent
     * @param load load of a port
     * @return the port with the least load
     */
    template <typename Load>
    static uint16_t FindLeast(const std::vector<uint16_t>& ports,
                              uint32_t entropy,
                              uint32_t salt,
                              const Load& load)
    {
        auto least = load(ports.front());
        uint32_t count = 0; // number of ports with the least load
        for (const uint16_t port : ports)
        {
            const auto one = load(port);
            count = one < least ? 1 : count + (one == least ? 1 : 0);
            least = one < least ? one : least;
        }
        uint32_t place = Hash(entropy, salt, count); // index among these ports
        for (const uint16_t port : ports)
        {
            if (load(port) == least && place-- == 0)
            {
                return port;
            }
        }
        return ports.front();
    }

    /** @return the switch; call only if SetSwitch() was called */
    SwitchContext& GetSwitch() const
    {
        return *m_switch;
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

    /**
     * Only from DoStart().
     *
     * @param port port number
     * @return true if a host is at its other end
     */
    bool LeadsToHost(uint16_t port) const
    {
        return SwitchContext::LeadsToHost(GetPort(port));
    }

  private:
    virtual uint16_t DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports) = 0;
    /** @return true by default */
    virtual bool DoKeepsOrder() const;
    /** @return 0 by default */
    virtual int64_t DoAssignStreams(int64_t stream);
    /** Does nothing by default. */
    virtual void DoStart();
    /** @return false by default */
    virtual bool DoSeesEveryPacket() const;
    virtual void DoNotifyForward(FabricPacket& packet, uint16_t egress);
    /** @return DoSeesEveryPacket() by default */
    virtual bool DoWritesTags() const;
    /**
     * @param salt salt of this switch
     * @return salt to use: the same by default
     */
    virtual uint32_t DoChooseSalt(uint32_t salt) const;
    /** @return null by default */
    virtual SwitchStage* DoGetStage();
    /** @return null by default */
    virtual DetourRouter* DoGetDetours();
    /** @return false by default */
    virtual bool DoLooksFar() const;

    uint32_t m_salt{0};
    SwitchContext* m_switch{nullptr};
    const std::vector<Ptr<FabricNetDevice>>* m_ports{nullptr}; //!< ports of the switch, by number
};

} // namespace ns3

#endif // AI_FABRIC_PATH_SELECTOR_H
