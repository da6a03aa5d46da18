// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "hpcc-framing.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(HpccFraming);

namespace
{

constexpr uint32_t LINK_AND_IP_BYTES = 14 + 20; //!< PppHeader and Ipv4Header of that simulator
constexpr uint32_t LEAST_BYTES = 60;            //!< length to which it pads acknowledgements
constexpr uint8_t DATA_BYTES = 8 + 6;           //!< UdpHeader, SeqTsHeader without telemetry
constexpr uint8_t ACK_BYTES = 12;               //!< qbbHeader without telemetry

} // namespace

TypeId
HpccFraming::GetTypeId()
{
    static TypeId tid = TypeId("ns3::HpccFraming")
                            .SetParent<RdmaFraming>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<HpccFraming>();
    return tid;
}

void
HpccFraming::NotifyConstructionCompleted()
{
    SetLengths(LINK_AND_IP_BYTES, 0, LEAST_BYTES);
    SetCnpOpcode(RdmaOpcode::CNP_ROCE);
    RdmaFraming::NotifyConstructionCompleted();
}

uint8_t
HpccFraming::DoGetHeaderBytes(RdmaOpcode opcode) const
{
    return opcode == RdmaOpcode::ACKNOWLEDGE || opcode == RdmaOpcode::ATOMIC_ACKNOWLEDGE ||
                   opcode == RdmaOpcode::CNP_ROCE
               ? ACK_BYTES
               : DATA_BYTES;
}

} // namespace ns3
