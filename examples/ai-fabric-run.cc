// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// The scenario runner, behind ./ai-fabric run.

#include "ns3/ai-fabric-run.h"

int
main(int argc, char* argv[])
{
    return ns3::RunAiFabric(argc, argv);
}
