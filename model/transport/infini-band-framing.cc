// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "infini-band-framing.h"

#include "ns3/boolean.h"
#include "ns3/infini-band-codec.h"
#include "ns3/uinteger.h"
#include "ns3/variant-crc.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(InfiniBandFraming);

TypeId
InfiniBandFraming::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::InfiniBandFraming")
            .SetParent<RdmaFraming>()
            .SetGroupName("AiFabric")
            .AddConstructor<InfiniBandFraming>()
            .AddAttribute("DelimiterBytes",
                          "Bytes on the wire for start, end and idle symbols of a packet.",
                          UintegerValue(4),
                          ReadOnce(MakeUintegerAccessor(&InfiniBandFraming::m_delimiterBytes)),
                          MakeUintegerChecker<uint32_t>(0, 64))
            .AddAttribute("Grh",
                          "Packets carry a Global Route Header of 40 B; within a subnet only "
                          "multicast needs it.",
                          BooleanValue(false),
                          ReadOnce(MakeBooleanAccessor(&InfiniBandFraming::m_grh)),
                          MakeBooleanChecker());
    return tid;
}

void
InfiniBandFraming::NotifyConstructionCompleted()
{
    const uint32_t routeBytes = LRH_BYTES + (m_grh ? GRH_BYTES : 0);
    SetLengths(routeBytes + VCRC_BYTES, m_delimiterBytes);
    SetCnpOpcode(RdmaOpcode::CNP_INFINIBAND);
    // IP over InfiniBand: a SEND ONLY of the datagram service (RFC 4391).
    SetForeignFraming({routeBytes + BTH_BYTES + DETH_BYTES + IPOIB_BYTES + ICRC_BYTES + VCRC_BYTES,
                       0,
                       4,
                       m_delimiterBytes,
                       IPOIB_BYTES});
    RdmaFraming::NotifyConstructionCompleted();
}

Ptr<const FabricPacketCodec>
InfiniBandFraming::DoMakeCodec() const
{
    return Create<const InfiniBandCodec>(m_grh, m_delimiterBytes);
}

} // namespace ns3
