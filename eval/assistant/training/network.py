"""Trains the recurrent tagger: network.py EXAMPLES WEIGHTS.

EXAMPLES has a line {"rows", "tags", "intents", "width", "hidden"} of counts, then for each message
{"intent", "rows": the features of each word, "tags"}. WEIGHTS becomes its tables one after another, 32-bit floats.
One thread and fixed seeds, so that the same examples make the same weights.
"""
import json
import random
import sys

import numpy
import torch
from torch import nn

EPOCHS = 5
BATCH = 48
STEP = 3e-3
WARM_UP = 300
LEFT_OUT = {"word": 0.3, "feature": 0.15, "layer": 0.3}
MOST_WORDS = 120


class Tagger(nn.Module):
    def __init__(self, rows, tags, intents, width, hidden):
        super().__init__()
        self.features = nn.EmbeddingBag(rows, width, mode="sum", sparse=True)
        self.intents = nn.Embedding(intents, width)
        nn.init.normal_(self.features.weight, 0, 0.05)
        nn.init.normal_(self.intents.weight, 0, 0.05)
        self.states = nn.LSTM(width, hidden, bidirectional=True, batch_first=True)
        self.out = nn.Linear(2 * hidden + width, tags)
        self.leave_out = nn.Dropout(LEFT_OUT["layer"])

    def forward(self, found, starts, intents, lengths):
        words = self.features(found, starts).view(len(lengths), max(lengths), -1)
        words = self.leave_out(words + self.intents(intents).unsqueeze(1))
        packed = nn.utils.rnn.pack_padded_sequence(words, lengths, batch_first=True, enforce_sorted=False)
        states, _ = nn.utils.rnn.pad_packed_sequence(self.states(packed)[0], batch_first=True)
        return self.out(torch.cat([self.leave_out(states), words], -1))

    def tables(self):
        yield self.features.weight
        yield self.intents.weight
        for suffix in ("l0", "l0_reverse"):
            yield getattr(self.states, f"weight_ih_{suffix}")
            yield getattr(self.states, f"weight_hh_{suffix}")
            yield getattr(self.states, f"bias_ih_{suffix}") + getattr(self.states, f"bias_hh_{suffix}")
        yield self.out.weight
        yield self.out.bias


def batch_of(messages):
    lengths = [len(one["tags"]) for one in messages]
    found, starts = [], []
    tags = torch.full((len(messages), max(lengths)), -1)
    for at, one in enumerate(messages):
        tags[at, : lengths[at]] = torch.tensor(one["tags"])
        for word in range(max(lengths)):
            starts.append(len(found))
            # The first feature is the word itself.
            for place, row in enumerate(one["rows"][word] if word < lengths[at] else ()):
                if random.random() > LEFT_OUT["word" if place == 0 else "feature"]:
                    found.append(row)
    intents = torch.tensor([one["intent"] for one in messages])
    return (torch.tensor(found), torch.tensor(starts), intents, lengths), tags


def batches_of(messages):
    """Batches of messages of like length, in any order."""
    random.shuffle(messages)
    batches = []
    for at in range(0, len(messages), BATCH * 50):
        alike = sorted(messages[at : at + BATCH * 50], key=lambda one: len(one["tags"]))
        batches += [alike[by : by + BATCH] for by in range(0, len(alike), BATCH)]
    random.shuffle(batches)
    return batches


def fit(sizes, messages):
    tagger = Tagger(**sizes)
    dense = [table for name, table in tagger.named_parameters() if name != "features.weight"]
    optimizers = [torch.optim.Adam(dense), torch.optim.SparseAdam([tagger.features.weight])]
    steps = EPOCHS * -(-len(messages) // BATCH)
    done = 0
    for _ in range(EPOCHS):
        for batch in batches_of(messages):
            for optimizer in optimizers:
                optimizer.zero_grad()
                for group in optimizer.param_groups:
                    group["lr"] = STEP * min(1, (done + 1) / WARM_UP) * max(0, 1 - done / steps)
            inputs, tags = batch_of(batch)
            scores = tagger(*inputs)
            loss = nn.functional.cross_entropy(scores.flatten(0, 1), tags.flatten(), ignore_index=-1, reduction="sum")
            (loss / len(batch)).backward()
            nn.utils.clip_grad_norm_(dense, 5)
            for optimizer in optimizers:
                optimizer.step()
            done += 1
    return tagger


def main(examples, weights):
    torch.set_num_threads(1)
    torch.manual_seed(1)
    random.seed(1)
    with open(examples) as lines:
        sizes = json.loads(next(lines))
        messages = [json.loads(line) for line in lines]
    for one in messages:
        one["tags"], one["rows"] = one["tags"][:MOST_WORDS], one["rows"][:MOST_WORDS]
    tagger = fit(sizes, messages)
    tables = [table.detach().numpy().astype(numpy.float32).ravel() for table in tagger.tables()]
    numpy.concatenate(tables).tofile(weights)


main(*sys.argv[1:])
