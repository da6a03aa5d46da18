// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_EXTRA_NICS_H
#define AI_FABRIC_EXTRA_NICS_H

#include "rdma-nic.h"

#include "ns3/object.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * The additional NICs of a host that is connected to several networks. A Node can aggregate only
 * one RdmaNic, the NIC of the first network; this object holds the others and is aggregated to the
 * Node.
 *
 * Their configuration paths are /NodeList/[i]/$ns3::ExtraNics/NicList/[j], in the order of the
 * networks. They are disposed of with the node.
 */
class ExtraNics final : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param nic NIC of the host on the next network */
    void Add(Ptr<RdmaNic> nic)
    {
        m_nics.push_back(nic);
    }

  protected:
    void DoDispose() override;

  private:
    std::vector<Ptr<RdmaNic>> m_nics; //!< from the second network on
};

} // namespace ns3

#endif // AI_FABRIC_EXTRA_NICS_H
