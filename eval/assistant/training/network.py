"""Trains the recurrent network: network.py EXAMPLES WEIGHTS.

EXAMPLES has a line {"rows", "tags", "intents", "kinds", "fields", "width", "hidden"} of counts, then for each message
{"intent", "kind" and "field" of what is open, "rows": the features of each word, "tags": -1 where they are not to be learned}. WEIGHTS becomes its tables one after another, 32-bit floats.
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


# How much a whole message's intent counts beside the tags of its words.
INTENT = 2
# Share of each intent that stays with the others: of messages unlike any example the network was too sure.
UNSURE = 0.1


class Reader(nn.Module):
    def __init__(self, rows, tags, intents, kinds, fields, width, hidden):
        super().__init__()
        self.features = nn.EmbeddingBag(rows, width, mode="sum", sparse=True)
        self.states = nn.LSTM(width, hidden, bidirectional=True, batch_first=True)
        self.of_word = nn.Linear(2 * hidden + width, hidden)
        self.intents = nn.Embedding(intents, hidden)
        self.tags = nn.Linear(hidden, tags)
        self.of_message = nn.Linear(2 * hidden, hidden)
        self.kinds = nn.Embedding(kinds, hidden)
        self.fields = nn.Embedding(fields, hidden)
        self.which = nn.Linear(hidden, intents)
        for table in (self.features, self.intents, self.kinds, self.fields):
            nn.init.normal_(table.weight, 0, 0.05)
        self.leave_out = nn.Dropout(LEFT_OUT["layer"])

    def forward(self, found, starts, lengths, intents, kinds, fields):
        words = self.leave_out(self.features(found, starts).view(len(lengths), max(lengths), -1))
        packed = nn.utils.rnn.pack_padded_sequence(words, lengths, batch_first=True, enforce_sorted=False)
        states, _ = nn.utils.rnn.pad_packed_sequence(self.states(packed)[0], batch_first=True, padding_value=-1)
        known = self.of_word(torch.cat([self.leave_out(states), words], -1)) + self.intents(intents).unsqueeze(1)
        # A state is between -1, which fills up the shorter ones, and 1.
        whole = self.of_message(self.leave_out(states.max(1).values)) + self.kinds(kinds) + self.fields(fields)
        return self.tags(self.leave_out(known.tanh())), self.which(self.leave_out(whole.tanh()))

    def tables(self):
        yield self.features.weight
        for suffix in ("l0", "l0_reverse"):
            yield getattr(self.states, f"weight_ih_{suffix}")
            yield getattr(self.states, f"weight_hh_{suffix}")
            yield getattr(self.states, f"bias_ih_{suffix}") + getattr(self.states, f"bias_hh_{suffix}")
        for part in (self.of_word, self.intents, self.tags, self.of_message, self.kinds, self.fields, self.which):
            yield from part.parameters()


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
    intents, kinds, fields = (torch.tensor([one[of] for one in messages]) for of in ("intent", "kind", "field"))
    return (torch.tensor(found), torch.tensor(starts), lengths, intents, kinds, fields), tags


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
    reader = Reader(**sizes)
    dense = [table for name, table in reader.named_parameters() if name != "features.weight"]
    optimizers = [torch.optim.Adam(dense), torch.optim.SparseAdam([reader.features.weight])]
    steps = EPOCHS * -(-len(messages) // BATCH)
    done = 0
    for _ in range(EPOCHS):
        for batch in batches_of(messages):
            for optimizer in optimizers:
                optimizer.zero_grad()
                for group in optimizer.param_groups:
                    group["lr"] = STEP * min(1, (done + 1) / WARM_UP) * max(0, 1 - done / steps)
            inputs, tags = batch_of(batch)
            scores, which = reader(*inputs)
            loss = nn.functional.cross_entropy(scores.flatten(0, 1), tags.flatten(), ignore_index=-1, reduction="sum")
            (loss / len(batch) + INTENT * nn.functional.cross_entropy(which, inputs[3], label_smoothing=UNSURE)).backward()
            nn.utils.clip_grad_norm_(dense, 5)
            for optimizer in optimizers:
                optimizer.step()
            done += 1
    return reader


def main(examples, weights):
    torch.set_num_threads(1)
    torch.manual_seed(1)
    random.seed(1)
    with open(examples) as lines:
        sizes = json.loads(next(lines))
        messages = [json.loads(line) for line in lines]
    for one in messages:
        one["tags"], one["rows"] = one["tags"][:MOST_WORDS], one["rows"][:MOST_WORDS]
    reader = fit(sizes, messages)
    tables = [table.detach().numpy().astype(numpy.float32).ravel() for table in reader.tables()]
    numpy.concatenate(tables).tofile(weights)


main(*sys.argv[1:])
