// SPDX-License-Identifier: GPL-2.0-only

// The scenario runner, behind ./ai-fabric run.

#include "ai-fabric-run.h"

int
main(int argc, char* argv[])
{
    return ns3::RunAiFabric(argc, argv);
}
