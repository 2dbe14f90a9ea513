import { BEGIN, ending, type Role, type State, type Step } from './grammar-states.ts';
import { stepsFrom } from './grammar.ts';
import type { Piece } from './piece.ts';
import type { Known } from './weights.ts';

/** A chunk and its label. */
export type Taken = { piece: Piece; role: Role; fresh: boolean };

type Node = { state: State; cost: number; before: Node | null; step: Step | null };

const keyOf = ({ parts, link, whose }: State): string => `${parts}|${link}|${whose}`;

/** The cheapest labelling of all chunks of a sentence, in order. */
export function readingOf(pieces: readonly Piece[], known: Known, begin: State = BEGIN): Taken[] {
  let nodes = new Map<string, Node>([[keyOf(begin), { state: begin, cost: 0, before: null, step: null }]]);
  for (let at = 0; at < pieces.length; at++) nodes = advanced(nodes, pieces, at, known);
  let best: Node | null = null;
  for (const node of nodes.values())
    if (!best || node.cost + ending(node.state) < best.cost + ending(best.state)) best = node;
  return best ? traced(best, pieces) : [];
}

function advanced(
  nodes: Map<string, Node>,
  pieces: readonly Piece[],
  at: number,
  known: Known,
): Map<string, Node> {
  const next = new Map<string, Node>();
  for (const node of nodes.values())
    for (const step of stepsFrom(node.state, pieces, at, known)) {
      const cost = node.cost + step.cost;
      const key = keyOf(step.next);
      const other = next.get(key);
      if (!other || cost < other.cost) next.set(key, { state: step.next, cost, before: node, step });
    }
  return next;
}

function traced(last: Node, pieces: readonly Piece[]): Taken[] {
  const taken: Taken[] = [];
  let at = pieces.length - 1;
  for (let node: Node | null = last; node?.step; node = node.before) {
    const piece = pieces[at--];
    if (piece) taken.push({ piece, role: node.step.role, fresh: node.step.fresh });
  }
  return taken.reverse();
}
