// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_REPORT_PAGE_H
#define AI_FABRIC_REPORT_PAGE_H

#include <filesystem>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-run
 * Runs utils/report.py, which makes report.html of the tables of a run or a sweep. If that fails, a
 * line on stderr says so.
 *
 * @param folder complete folder of the results
 * @param figure true: draw figure.png and figure.pdf, too
 * @return path of the page; empty if there is none
 */
std::string MakeReport(const std::filesystem::path& folder, bool figure);

} // namespace ns3

#endif // AI_FABRIC_REPORT_PAGE_H
