// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FORWARDING_TABLE_FILE_H
#define AI_FABRIC_FORWARDING_TABLE_FILE_H

#include "linear-forwarding-tables.h"

#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * Writes forwarding tables in the text form of infiniband-diags' dump_lfts and ibroute: for each
 * switch
 *
 *     Unicast lids [0x0-0x9] of switch Lid 9 guid 0x0000000000000009 (switch0):
 *       Lid  Out   Destination
 *            Port     Info
 *     0x0001 001 : (Channel Adapter portguid 0x0000000000000001: 'host0')
 *     0x0009 000 : (Switch portguid 0x0000000000000009: 'switch0')
 *     2 valid lids dumped
 *
 * Names are those of the topology; a GUID is the node id plus one. Ports are numbered from 1 in the
 * order of link ids; 0 is the switch itself.
 *
 * @param path of the file
 * @param tables tables to write; the format has no place for service levels
 * @throw InputError if the file cannot be written
 */
void WriteForwardingTables(const std::string& path, const LinearForwardingTables& tables);

/**
 * @ingroup ai-fabric-routing
 * Reads the format of WriteForwardingTables(), and the output of the tools if the names of switches
 * and adapters are those of the topology ("host3 HCA-1" is host3). GUIDs are ignored. LIDs and LMC
 * are taken from the file: all hosts must have the same number of LIDs, a power of 2, consecutive
 * and aligned.
 *
 * @param path of the file
 * @param topology valid topology of the file
 * @return tables, which deliver packets between any two hosts; all service levels are 0
 * @throw InputError with file and line
 */
std::shared_ptr<LinearForwardingTables> ReadForwardingTables(const std::string& path,
                                                             const FabricTopology& topology);

} // namespace ns3

#endif // AI_FABRIC_FORWARDING_TABLE_FILE_H
