// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// A scenario runner that knows the classes linked into it, here OwnCongestionControl.

#include "ns3/ai-fabric-run.h"

int
main(int argc, char* argv[])
{
    return ns3::RunAiFabric(argc, argv);
}
