import { isDeepStrictEqual } from 'node:util';
import type { Understanding } from '../language/types.ts';
import { keptAgain, type StoredMemory } from '../memory.ts';
import type { Plan } from '../plan.ts';
import { paragraphs } from '../replies/format.ts';
import { keptWaits, stillOpen } from '../replies/questions.ts';
import { reply } from '../replies/reply.ts';
import { isDrafted } from './draft-invoice.ts';

/**
 * The plan of an answer with the draft that was open before it: one that another request came to nothing beside stays open, and one
 * that another task takes the place of, or that was told of with it, waits until that is done.
 */
export function withDrafts(u: Understanding, plan: Plan, before: StoredMemory): Plan {
  const open = before.pending && isDrafted(before.pending.action) ? before.pending : null;
  const money = before.pending?.action === 'record_payment' ? before.pending : null;
  const made = (u.intent === 'cancel' ? open : null) ?? before.made;
  const { kept: second, ...memory } = plan.memory;
  const isTold = second !== undefined && !isDeepStrictEqual(second, before.kept);
  const remembered = { ...plan, memory: { ...memory, ...(made && { made }) } };
  if (u.intent === 'confirm') return remembered;
  if (u.intent === 'cancel') return cancelled(remembered, before.kept);
  if (open?.draft && cameToNothing(plan))
    return {
      ...remembered,
      ...reply(plan, stillOpen),
      memory: { ...before, last: plan.memory.last },
      effect: { kind: 'none' },
    };
  const left = isReplaced(u, plan, open)
    ? open
    : isPassedBy(plan, money)
      ? money
      : plan.memory.pending
        ? before.kept
        : undefined;
  const kept = isTold ? second : left;
  return kept ? { ...remembered, memory: { ...remembered.memory, kept } } : remembered;
}

function cancelled(plan: Plan, kept: StoredMemory['kept']): Plan {
  if (!kept) return plan;
  return {
    ...plan,
    text: paragraphs(plan.text, keptWaits(kept)),
    memory: { ...plan.memory, pending: keptAgain(kept) },
  };
}

const cameToNothing = ({ effect, outcome, memory }: Plan): boolean =>
  effect.kind === 'drop' && outcome.asks === null && !isDrafted(memory.pending?.action);

// A draft for another customer, or another task; one that waited already is not told of twice.
function isReplaced(
  u: Understanding,
  { effect, memory: { pending } }: Plan,
  open: StoredMemory['pending'],
): boolean {
  if (
    !open?.draft?.customerName ||
    open.asks === 'intent' ||
    open.draft.items.length === 0 ||
    effect.kind === 'none' ||
    !pending
  )
    return false;
  return (
    !isDrafted(pending.action) ||
    (u.intent !== 'edit_draft' && pending.draft?.customerName !== open.draft.customerName)
  );
}

// Money that is asked about when another task is begun.
const isPassedBy = ({ effect, memory: { pending } }: Plan, money: StoredMemory['pending']): boolean =>
  Boolean(money?.payment && pending) && effect.kind !== 'none' && pending?.action !== 'record_payment';
