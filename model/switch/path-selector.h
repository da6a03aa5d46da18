// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_PATH_SELECTOR_H
#define AI_FABRIC_PATH_SELECTOR_H

#include "ns3/fabric-packet.h"
#include "ns3/object.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/** @ingroup ai-fabric-switch Chooses among the ports that lead to a destination. */
class PathSelector : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param id of the switch; makes the choices of different switches independent */
    void SetSwitchId(uint32_t id)
    {
        m_switchId = id;
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

    /**
     * @param stream the first stream to use
     * @return how many streams were used
     */
    int64_t AssignStreams(int64_t stream)
    {
        return DoAssignStreams(stream);
    }

  protected:
    /** @return the id of the switch */
    uint32_t GetSwitchId() const
    {
        return m_switchId;
    }

  private:
    virtual uint16_t DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports) = 0;
    virtual int64_t DoAssignStreams(int64_t stream);

    uint32_t m_switchId{0};
};

} // namespace ns3

#endif // AI_FABRIC_PATH_SELECTOR_H
