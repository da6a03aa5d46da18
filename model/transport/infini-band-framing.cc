// SPDX-License-Identifier: GPL-2.0-only

#include "infini-band-framing.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(InfiniBandFraming);

namespace
{

constexpr uint32_t LRH_BYTES = 8;
constexpr uint32_t VCRC_BYTES = 2;
constexpr uint32_t IPOIB_BYTES = 4; // encapsulation header, RFC 4391, section 6

} // namespace

TypeId
InfiniBandFraming::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::InfiniBandFraming")
            .SetParent<RdmaFraming>()
            .SetGroupName("AiFabric")
            .AddConstructor<InfiniBandFraming>()
            .AddAttribute("DelimiterBytes",
                          "What start, end and idle symbols of a packet cost on the wire.",
                          UintegerValue(4),
                          MakeUintegerAccessor(&InfiniBandFraming::m_delimiterBytes),
                          MakeUintegerChecker<uint32_t>(0, 64));
    return tid;
}

void
InfiniBandFraming::NotifyConstructionCompleted()
{
    SetLengths(LRH_BYTES + VCRC_BYTES, m_delimiterBytes, RdmaOpcode::CNP_INFINIBAND);
    // IP over InfiniBand: a SEND ONLY of the datagram service (RFC 4391).
    SetForeignFraming({LRH_BYTES + BTH_BYTES + DETH_BYTES + IPOIB_BYTES + ICRC_BYTES + VCRC_BYTES,
                       0,
                       4,
                       m_delimiterBytes,
                       IPOIB_BYTES});
    RdmaFraming::NotifyConstructionCompleted();
}

} // namespace ns3
