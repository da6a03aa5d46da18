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
 * The further NICs of a host that is on more than one network. They are kept here, aggregated to
 * the host's Node, because a Node can aggregate one RdmaNic only: the NIC of the first network.
 *
 * They are /NodeList/[i]/$ns3::ExtraNics/NicList/[j] in ns-3's configuration, in the order of the
 * networks, and are disposed of with the node.
 */
class ExtraNics final : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param nic by which the host is on the next network */
    void Add(Ptr<RdmaNic> nic)
    {
        m_nics.push_back(nic);
    }

  protected:
    void DoDispose() override;

  private:
    std::vector<Ptr<RdmaNic>> m_nics; //!< of the second network on
};

} // namespace ns3

#endif // AI_FABRIC_EXTRA_NICS_H
