# SPDX-License-Identifier: GPL-3.0-or-later


def quantiles(nanoseconds):
    """In microseconds; nearest rank. Of few values the highest ones are the same."""
    if not nanoseconds:
        return {"count": 0}
    ordered = sorted(nanoseconds)
    rank = lambda permille: ordered[max(0, -(-len(ordered) * permille // 1000) - 1)] / 1000
    return {"count": len(ordered), "p50": rank(500), "p99": rank(990), "p99.9": rank(999), "max": ordered[-1] / 1000}
