// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "spare-cubes.h"

#include "cube-failure.h"
#include "fabric-fault.h"
#include "link-outage.h"
#include "optical-plan.h"

#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SpareCubes");

NS_OBJECT_ENSURE_REGISTERED(CubeReplacement);

TypeId
CubeReplacement::GetTypeId()
{
    static TypeId tid = TypeId("ns3::CubeReplacement")
                            .SetParent<OpticalSwitching>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<CubeReplacement>()
                            .AddAttribute("Cube",
                                          "Number of the cube that a spare cube replaces.",
                                          UintegerValue(0),
                                          MakeUintegerAccessor(&CubeReplacement::m_cube),
                                          MakeUintegerChecker<uint32_t>());
    return tid;
}

void
CubeReplacement::DoPlan(OpticalPlan& plan)
{
    plan.TakeSpareCube();
}

void
CubeReplacement::DoCheckPlan(const FabricTopology& topology, const FabricProfile&) const
{
    CheckCube(topology, m_cube, "ns3::CubeReplacement Cube");
}

FabricFault
CubeReplacement::DoDescribe(const FabricNetwork& network) const
{
    return {{}, "cube " + std::to_string(m_cube), GetLinksOfCube(network.topology, m_cube)};
}

void
CubeReplacement::DoDarken(const FabricNetwork& network) const
{
    ShutCube(network, m_cube);
    EndFaults(network, [&](const FabricFault& fault) {
        return !fault.type.IsChildOf(OpticalSwitching::GetTypeId()) &&
               IsInCube(network.topology, m_cube, fault);
    });
}

void
CubeReplacement::DoLight(const FabricNetwork& network) const
{
    SetLinksDown(network, GetLinksOfCube(network.topology, m_cube), false);
    const auto gpus = GetGpusOfCube(network, m_cube);
    for (const auto& gpu : gpus)
    {
        gpu->Replace();
    }
    for (const auto& gpu : gpus)
    {
        gpu->SetHung(false);
    }
}

NS_OBJECT_ENSURE_REGISTERED(SpareCubes);

namespace
{

/** @return true if a fault is the death of a cube */
bool
IsDeathOf(const FabricTopology& topology, uint32_t cube, const FabricFault& fault)
{
    return fault.type == CubeFailure::GetTypeId() && IsInCube(topology, cube, fault);
}

} // namespace

TypeId
SpareCubes::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SpareCubes")
            .SetParent<FabricFailure>()
            .SetGroupName("AiFabric")
            .AddConstructor<SpareCubes>()
            .AddAttribute("DetectionTime",
                          "Time from the failure of a cube until the decision to replace it by a "
                          "spare cube. An assumption.",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&SpareCubes::m_detectionTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute(
                "ControlTime",
                "Time from the decision until the first light is lost; see ns3::CubeReplacement.",
                TimeValue(Seconds(10)),
                MakeTimeAccessor(&SpareCubes::m_controlTime),
                MakeTimeChecker(Time(0)))
            .AddAttribute("SwitchingTime",
                          "Time from the loss of light until the new links have light.",
                          TimeValue(MilliSeconds(3)),
                          MakeTimeAccessor(&SpareCubes::m_switchingTime),
                          MakeTimeChecker(NanoSeconds(1)));
    return tid;
}

void
SpareCubes::DoCheck(const FabricTopology& topology, const FabricProfile&) const
{
    CheckCube(topology, 0, "ns3::SpareCubes");
    if (topology.spareCubes == 0)
    {
        throw InputError("ns3::SpareCubes: the topology has no spare cube left; expected "
                         "SpareCubes of the topology to be more than the planned replacements use");
    }
    if (GetStop() > Time(0))
    {
        throw InputError("ns3::SpareCubes Stop: is set; expected nothing, since spare cubes exist "
                         "until the end");
    }
}

void
SpareCubes::DoInstall(const SharedNetwork& network) const
{
    const Ptr<const SpareCubes> self(this);
    const auto left = std::make_shared<uint32_t>(network->topology.spareCubes);
    Simulator::Schedule(GetStart(), [self, network, left] {
        // The faults are part of the network, so they must not hold it.
        OpenFaults::Watch(*network, [self, left](const auto& other, const FabricFault& fault) {
            self->Hear(other, fault, left);
        });
    });
}

void
SpareCubes::Hear(const FabricNetwork& network, const FabricFault& fault, const Left& left) const
{
    for (const uint32_t cube : GetCubes(network.topology))
    {
        if (IsDeathOf(network.topology, cube, fault))
        {
            const Ptr<const SpareCubes> self(this);
            const auto shared = std::make_shared<const FabricNetwork>(network);
            Simulator::Schedule(m_detectionTime,
                                [self, shared, cube, left] { self->Decide(shared, cube, left); });
        }
    }
}

void
SpareCubes::Decide(const SharedNetwork& network, uint32_t cube, const Left& left) const
{
    const bool isDead = OpenFaults::HasOne(*network, [&](const FabricFault& fault) {
        return IsDeathOf(network->topology, cube, fault);
    });
    if (!isDead || *left == 0)
    {
        NS_LOG_WARN("cube " << cube << (isDead ? ": no spare cube is left" : ": works again"));
        return;
    }
    --*left;
    ObjectFactory factory("ns3::CubeReplacement");
    factory.Set("Cube", UintegerValue(cube));
    factory.Set("ControlTime", TimeValue(m_controlTime));
    factory.Set("SwitchingTime", TimeValue(m_switchingTime));
    const auto replacement = factory.Create<FabricFailure>();
    const Ptr<const SpareCubes> self(this);
    replacement->TraceConnectWithoutContext(
        "Begin",
        Callback<void, const FabricFault&>(
            [self](const FabricFault& fault) { self->NoteBegin(fault); }));
    replacement->TraceConnectWithoutContext(
        "End",
        Callback<void, const FabricFault&>(
            [self](const FabricFault& fault) { self->NoteEnd(fault); }));
    replacement->Install(*network);
}

void
SpareCubes::DoSet(const FabricNetwork& network, bool begins) const
{
    if (begins)
    {
        DoInstall(std::make_shared<const FabricNetwork>(network));
    }
}

} // namespace ns3
