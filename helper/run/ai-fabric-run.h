// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_AI_FABRIC_RUN_H
#define AI_FABRIC_AI_FABRIC_RUN_H

namespace ns3
{

/**
 * @ingroup ai-fabric-run
 * The scenario runner: all that the program ai-fabric-run does.
 *
 * A program that has classes of its own and calls this is a scenario runner that knows them:
 *
 *     int main(int argc, char* argv[])
 *     {
 *         return ns3::RunAiFabric(argc, argv);
 *     }
 *
 * Once per process, before anything else of ns-3: it sets the time resolution and the engine. It
 * throws nothing; what is wrong is said on stderr.
 *
 * @param argc of main
 * @param argv of main; the options are those of ai-fabric-run --help
 * @return exit status: 0 all went well; 1 a simulation stalled, lost what it must not lose or left
 *         work undone, results could not be written, memory ran out; 2 the input is wrong; 128 + n
 *         signal n ended it
 */
int RunAiFabric(int argc, char* argv[]);

} // namespace ns3

#endif // AI_FABRIC_AI_FABRIC_RUN_H
