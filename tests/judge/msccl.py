#!/usr/bin/env python3
"""Plays a program in MSCCL's XML, thread blocks in any order, and says whether
every rank gets what the collective asks for: msccl.py FILE [SEED]."""
import random
import sys
import xml.etree.ElementTree as tree


def first(collective, rank, ranks):
    """What a rank has at first, chunk by chunk; a sum is a set of operands."""
    if collective == "allgather":
        return [(rank, rank)]
    if collective == "alltoall":
        return [(rank, block) for block in range(ranks)]
    return [{(rank, block)} for block in range(ranks)]


def is_done(collective, rank, ranks, data):
    """Whether a rank has got all that it should."""
    if collective == "allgather":
        return data["o"] == [(block, block) for block in range(ranks)]
    if collective == "alltoall":
        return data["o"] == [(block, rank) for block in range(ranks)]
    blocks = range(ranks) if collective == "allreduce" else [rank]
    return all(data["i"][b] == {(r, b) for r in range(ranks)} for b in blocks)


def step(data, element, send, receive):
    """Does a step; whether it could."""
    def number(name):
        return int(element.get(name))

    kind, count = element.get("type"), number("cnt")
    source = data[element.get("srcbuf")]
    target = data[element.get("dstbuf")]
    values = source[number("srcoff"):number("srcoff") + count]
    if kind == "s":
        assert None not in values and len(values) == count
        send.append([set(v) if isinstance(v, set) else v for v in values])
        return True
    if kind in ("r", "rrc"):
        if not receive:
            return False
        values = receive.pop(0)
        assert len(values) == count
    for i, value in enumerate(values):
        at = number("dstoff") + i
        if kind == "rrc":
            assert not target[at] & value, "an operand is added twice"
            value = target[at] | value
        target[at] = value
    return True


def play(program, seed):
    """Runs all thread blocks until none can go on."""
    dice = random.Random(seed)
    collective, ranks = program.get("coll"), int(program.get("ngpus"))
    data, blocks, channels, done = {}, [], {}, set()
    for gpu in program:
        rank = int(gpu.get("id"))
        data[rank] = {b: [None] * int(gpu.get(b + "_chunks")) for b in "ios"}
        start = first(collective, rank, ranks)
        data[rank]["i"][:len(start)] = start
        blocks += [(rank, block, list(block)) for block in gpu]
    while True:
        moved = False
        dice.shuffle(blocks)
        for rank, block, steps in blocks:
            if not steps:
                continue
            name = (rank, int(steps[0].get("depid")), int(steps[0].get("deps")))
            if name[1] >= 0 and name not in done:
                continue
            send = channels.setdefault((rank, int(block.get("send"))), [])
            receive = channels.setdefault((int(block.get("recv")), rank), [])
            if step(data[rank], steps[0], send, receive):
                done.add((rank, int(block.get("id")), int(steps[0].get("s"))))
                del steps[0]
                moved = True
        if not moved:
            break
    assert not any(steps for _, _, steps in blocks), "it waits for ever"
    assert all(is_done(collective, r, ranks, data[r]) for r in range(ranks))


play(tree.parse(sys.argv[1]).getroot(), int((sys.argv + ["1"])[2]))
