import type { Chunk } from './chunk.ts';
import type { NameHints } from './costs.ts';
import { BEGIN, endingCost, type Role, type State, type Step } from './states.ts';
import { stepsFrom } from './steps.ts';

/** A chunk and its label. */
export type LabelledChunk = { chunk: Chunk; role: Role; newLine: boolean };

type Node = { state: State; cost: number; previous: Node | null; step: Step | null };

const stateKey = ({ parts, link, nameState: whose }: State): string => `${parts}|${link}|${whose}`;

/** The cheapest labelling of all chunks of a sentence, in order. */
export function labelChunks(
  chunks: readonly Chunk[],
  known: NameHints,
  begin: State = BEGIN,
): LabelledChunk[] {
  let nodes = new Map<string, Node>([
    [stateKey(begin), { state: begin, cost: 0, previous: null, step: null }],
  ]);
  for (let at = 0; at < chunks.length; at++) nodes = advance(nodes, chunks, at, known);
  let best: Node | null = null;
  for (const node of nodes.values())
    if (!best || node.cost + endingCost(node.state) < best.cost + endingCost(best.state)) best = node;
  return best ? trace(best, chunks) : [];
}

function advance(
  nodes: Map<string, Node>,
  chunks: readonly Chunk[],
  at: number,
  known: NameHints,
): Map<string, Node> {
  const next = new Map<string, Node>();
  for (const node of nodes.values())
    for (const step of stepsFrom(node.state, chunks, at, known)) {
      const cost = node.cost + step.cost;
      const key = stateKey(step.next);
      const other = next.get(key);
      if (!other || cost < other.cost) next.set(key, { state: step.next, cost, previous: node, step });
    }
  return next;
}

function trace(last: Node, chunks: readonly Chunk[]): LabelledChunk[] {
  const labelled: LabelledChunk[] = [];
  let at = chunks.length - 1;
  for (let node: Node | null = last; node?.step; node = node.previous) {
    const chunk = chunks[at--];
    if (chunk) labelled.push({ chunk, role: node.step.role, newLine: node.step.newLine });
  }
  return labelled.reverse();
}
