#!/bin/sh
# Check the specs in a small budget, then let each game play one deal by itself.
set -eu
cardavia=.venv/bin/cardavia
$cardavia check --fast spec/*.yaml
for spec in spec/*.yaml; do
    echo
    $cardavia play --self --deals 1 --seed 7 "$spec"
done
