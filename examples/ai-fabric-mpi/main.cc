// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// The scenario runner as a program for mpirun, behind ./ai-fabric run --hosts.

#include "mpi-ranks.h"

#include "ns3/ai-fabric-run.h"

#include <mpi.h>

int
main(int argc, char* argv[])
{
    int granted = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &granted);
    int status = 0;
    {
        ns3::MpiRanks ranks;
        status = ranks.Run([argc, argv] { return ns3::RunAiFabric(argc, argv); });
    }
    MPI_Finalize();
    return status;
}
