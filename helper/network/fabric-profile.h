// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_PROFILE_H
#define AI_FABRIC_FABRIC_PROFILE_H

#include "ns3/object-factory.h"
#include "ns3/object.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-network
 * The models of all parts of a network, with their attributes.
 *
 * A kind of fabric is a subclass that registers these attributes with its own defaults through
 * AddAttributes(). Every part is an ObjectFactory, in text "ns3::Class[Attribute=value|...]".
 */
class FabricProfile : public Object
{
  public:
    /** The parts. */
    struct Defaults
    {
        ObjectFactory flowControl;         //!< as that of the profile
        ObjectFactory arbiter;             //!< as that of the profile
        ObjectFactory buffer;              //!< as that of the profile
        ObjectFactory marker;              //!< as that of the profile
        ObjectFactory pathSelector;        //!< as that of the profile
        ObjectFactory framing;             //!< as that of the profile
        ObjectFactory congestionControl;   //!< as that of the profile
        ObjectFactory lossRecovery;        //!< as that of the profile
        ObjectFactory retransmissionTimer; //!< as that of the profile
        ObjectFactory fabricSwitch;        //!< as that of the profile
        ObjectFactory nic;                 //!< as that of the profile
        ObjectFactory gpu;                 //!< as that of the profile
        ObjectFactory aggregation{};       //!< empty: the switches do not aggregate
        ObjectFactory inputArbiter{};      //!< empty: first come, first served
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    std::string name;            //!< name for people; empty: that of the class
    ObjectFactory flowControl;   //!< of every port: a LinkFlowControl
    ObjectFactory arbiter;       //!< of every port: an EgressArbiter
    ObjectFactory inputArbiter;  //!< of every port of a switch: an InputArbiter
    ObjectFactory linkRetry;     //!< of every port: a LinkRetry
    ObjectFactory buffer;        //!< of every switch: a SwitchBuffer
    ObjectFactory marker;        //!< of every switch: an EcnMarker
    ObjectFactory pathSelector;  //!< of every switch: a PathSelector
    ObjectFactory leafSwitches;  //!< replaces parts of switches with links to hosts: a SwitchTier
    ObjectFactory spineSwitches; //!< replaces parts of switches with links to leaves: a SwitchTier
    ObjectFactory coreSwitches;  //!< replaces parts of switches with links to spines: a SwitchTier
    ObjectFactory routing;       //!< of the network: a RoutingEngine
    ObjectFactory framing; //!< of all packets: a FabricFraming; for queue pairs an RdmaFraming
    ObjectFactory congestionControl;   //!< of every queue pair: an RdmaCongestionControl
    ObjectFactory lossRecovery;        //!< of every queue pair: a LossRecovery
    ObjectFactory retransmissionTimer; //!< of every queue pair: a RetransmissionTimer
    ObjectFactory entropy;             //!< of every queue pair: an EntropyPolicy
    ObjectFactory transport;           //!< of every NIC: a MessageTransport
    ObjectFactory fabricSwitch;        //!< a FabricSwitch
    ObjectFactory nic;                 //!< an RdmaNic
    ObjectFactory adapter;             //!< of every NIC: a FabricAdapter
    ObjectFactory gpu;                 //!< a FabricGpu
    ObjectFactory channel;             //!< of every link: a FabricChannel
    ObjectFactory aggregation;         //!< of all switches: a SwitchAggregation
    ObjectFactory routeManager;        //!< of the network: a RouteManager; unset: none

  protected:
    /**
     * Names a part by its class, not by its TypeId name: TypeIds register in no certain order.
     *
     * @tparam T class of the part
     * @return factory of the class with default attributes
     */
    template <typename T>
    static ObjectFactory Part()
    {
        ObjectFactory factory;
        factory.SetTypeId(T::GetTypeId());
        return factory;
    }

    /**
     * @param tid TypeId of a subclass
     * @param defaults parts of the subclass
     * @return the TypeId with the attributes
     */
    static TypeId AddAttributes(TypeId tid, const Defaults& defaults);
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_PROFILE_H
