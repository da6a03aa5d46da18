// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_AI_FABRIC_RUN_H
#define AI_FABRIC_AI_FABRIC_RUN_H

namespace ns3
{

/**
 * @ingroup ai-fabric-run
 * The scenario runner: the whole program ai-fabric-run.
 *
 * A program with classes of its own that calls this function is a scenario runner with these
 * classes:
 *
 *     int main(int argc, char* argv[])
 *     {
 *         return ns3::RunAiFabric(argc, argv);
 *     }
 *
 * Call it once per process, before anything else of ns-3: it sets the time resolution and the
 * engine. It throws nothing; errors are printed on stderr.
 *
 * @param argc argument of main
 * @param argv argument of main; the options are those of ai-fabric-run --help
 * @return exit status: 0 success; 1 a simulation stalled, lost packets that must not be lost or
 *         left work undone, results could not be written, or memory ran out; 2 the input is wrong;
 *         128 + n signal n ended it
 */
int RunAiFabric(int argc, char* argv[]);

} // namespace ns3

#endif // AI_FABRIC_AI_FABRIC_RUN_H
