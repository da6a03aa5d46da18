// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "named-servers.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(CustomServer);
NS_OBJECT_ENSURE_REGISTERED(DgxA100Server);
NS_OBJECT_ENSURE_REGISTERED(DgxH100Server);
NS_OBJECT_ENSURE_REGISTERED(HgxH800Server);
NS_OBJECT_ENSURE_REGISTERED(DgxB200Server);
NS_OBJECT_ENSURE_REGISTERED(Gb200Nvl72Server);

namespace
{

// 16 lanes of 16 and 32 GT/s, 128b/130b; packets of 256 B with 24 B of framing, sequence number,
// header and check (PCI Express 4.0 and 5.0): 16 * 16 * 128/130 * 256/280 = 230.4 Gb/s, and twice
// that.
const char* const PCIE4_X16 = "230.4Gb/s";
const char* const PCIE5_X16 = "460.9Gb/s";

/** @tparam T a kind of server @param name of its class @return its TypeId, without attributes */
template <typename T>
TypeId
MakeServerType(const char* name)
{
    return TypeId(name).SetParent<GpuServer>().SetGroupName("AiFabric").AddConstructor<T>();
}

} // namespace

TypeId
CustomServer::GetTypeId()
{
    static TypeId tid =
        AddAttributes(MakeServerType<CustomServer>("ns3::CustomServer"), {8, 4, 0, "0bps"});
    return tid;
}

TypeId
DgxA100Server::GetTypeId()
{
    static TypeId tid =
        AddAttributes(MakeServerType<DgxA100Server>("ns3::DgxA100Server"), {8, 3, 12, PCIE4_X16});
    return tid;
}

TypeId
DgxH100Server::GetTypeId()
{
    static TypeId tid =
        AddAttributes(MakeServerType<DgxH100Server>("ns3::DgxH100Server"), {8, 4, 18, PCIE5_X16});
    return tid;
}

TypeId
HgxH800Server::GetTypeId()
{
    static TypeId tid =
        AddAttributes(MakeServerType<HgxH800Server>("ns3::HgxH800Server"), {8, 4, 8, PCIE5_X16});
    return tid;
}

TypeId
DgxB200Server::GetTypeId()
{
    static TypeId tid =
        AddAttributes(MakeServerType<DgxB200Server>("ns3::DgxB200Server"), {8, 5, 18, PCIE5_X16});
    return tid;
}

TypeId
Gb200Nvl72Server::GetTypeId()
{
    static TypeId tid = AddAttributes(MakeServerType<Gb200Nvl72Server>("ns3::Gb200Nvl72Server"),
                                      {72, 5, 18, PCIE5_X16});
    return tid;
}

} // namespace ns3
