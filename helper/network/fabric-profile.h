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

    std::string name;             //!< name for people; empty: that of the class
    ObjectFactory flowControl;    //!< a LinkFlowControl for every port
    ObjectFactory arbiter;        //!< an EgressArbiter for every port
    ObjectFactory inputArbiter;   //!< an InputArbiter for every port of a switch
    ObjectFactory linkRetry;      //!< a LinkRetry for every port
    ObjectFactory buffer;         //!< a SwitchBuffer for every switch
    ObjectFactory marker;         //!< an EcnMarker for every switch
    ObjectFactory pathSelector;   //!< a PathSelector for every switch
    ObjectFactory stage;          //!< a SwitchStage for every switch
    ObjectFactory leafSwitches;   //!< replaces parts of switches with links to hosts: a SwitchTier
    ObjectFactory spineSwitches;  //!< replaces parts of switches with links to leaves: a SwitchTier
    ObjectFactory coreSwitches;   //!< replaces parts of switches with links to spines: a SwitchTier
    ObjectFactory borderSwitches; //!< replaces parts of switches with links to another region: a
                                  //!< SwitchTier
    ObjectFactory routing;        //!< a RoutingEngine for the network
    ObjectFactory framing; //!< a FabricFraming for all packets; with queue pairs an RdmaFraming
    ObjectFactory congestionControl;   //!< an RdmaCongestionControl for every queue pair
    ObjectFactory lossRecovery;        //!< a LossRecovery for every queue pair
    ObjectFactory retransmissionTimer; //!< a RetransmissionTimer for every queue pair
    ObjectFactory entropy;             //!< an EntropyPolicy for every queue pair
    ObjectFactory transport;           //!< a MessageTransport for every NIC
    ObjectFactory fabricSwitch;        //!< a FabricSwitch
    ObjectFactory nic;                 //!< an RdmaNic
    ObjectFactory adapter;             //!< a FabricAdapter for every NIC
    ObjectFactory gpu;                 //!< a FabricGpu
    ObjectFactory channel;             //!< a FabricChannel for every link
    ObjectFactory aggregation;         //!< a SwitchAggregation for all switches
    ObjectFactory routeManager;        //!< a RouteManager for the network; unset: none

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
