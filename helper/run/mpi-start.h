// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MPI_START_H
#define AI_FABRIC_MPI_START_H

#include "ns3/run-options.h"

namespace ns3
{

/**
 * @param options options of the command line
 * @return true if they need several MPI processes, and this program is not one of these
 */
bool WantsMpi(const RunOptions& options);

/**
 * Has mpirun start ai-fabric-mpi, the runner for MPI that is beside this program, with the same
 * arguments, and waits for its end. Signals by which a user ends a program go to mpirun.
 *
 * @param options options of the command line, with several ranks or a file of hosts
 * @return exit status of this program
 * @throw InputError if one of the programs is missing, or no process can be started on a machine
 */
int RunByMpi(const RunOptions& options);

} // namespace ns3

#endif // AI_FABRIC_MPI_START_H
