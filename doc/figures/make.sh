#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Makes the figures of the documentation, and prints the tables that belong to them.
#
#   doc/figures/make.sh [RUNNER]
#
# RUNNER is an ai-fabric-run that has been built already; without it `./ai-fabric run` builds one.

set -eu

here=$(dirname "$(readlink -f "$0")")
root=$here/../..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

scenario=$root/examples/scenarios/first-light.json
if [ $# -gt 0 ]; then
    "$1" "$scenario" --output "$work"
    python3 "$root/utils/validate.py" --runner "$1" --figures "$here"
else
    "$root/ai-fabric" run "$scenario" --output "$work"
    "$root/ai-fabric" validate --figures "$here"
fi
cp "$work/figure.png" "$here/first-light.png"
