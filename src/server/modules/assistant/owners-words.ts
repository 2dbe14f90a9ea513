import type { Draft } from '#contract/assistant.ts';
import type { Scope } from '#server/kernel/scope.ts';
import type { Currency } from '#core/money.ts';
import { isDrafted, planInvoiceDraft } from './actions/draft-invoice.ts';
import { firstHeard, type Heard, heardAfter, namesAlike, type Saying } from './heard.ts';
import type { Aside, Understanding } from './language/types.ts';
import { EMPTY_MEMORY, type StoredMemory } from './memory.ts';
import type { Plan } from './plan.ts';
import { type Learned, learnedFor } from './queries/learned.ts';

/** An understanding in the owner's words; `memory` is what its answer is planned with. */
type InOwnersWords = { understood: Understanding; memory: StoredMemory; heard: Heard | undefined };

/**
 * Takes the words of a draft for what its owner made of them before: the customer they mean, and the name of the goods. Words that were
 * just corrected stay as they are. Sums are left alone.
 */
export async function inOwnersWords(
  scope: Scope,
  understood: Understanding,
  memory: StoredMemory,
): Promise<InOwnersWords> {
  const draft = isOfDraft(understood) ? (understood.draft ?? understood.memory.pending?.draft) : null;
  if (!draft) return { understood, memory, heard: memory.heard };
  const { heard, before } = heardIn(understood, draft, memory);
  const learned = await learnedFor(scope.db, scope.actor.businessId, heard);
  return {
    understood: withGoods(understood, draft, learned, newGoods(heard, before)),
    memory: withCustomer(memory, draft, learned),
    heard,
  };
}

const isOfDraft = ({ intent, memory }: Understanding): boolean =>
  intent === 'create_invoice' ||
  intent === 'create_quote' ||
  intent === 'create_plan' ||
  (intent === 'edit_draft' && isDrafted(memory.pending?.action));

/** The words of a draft, and those of them that were there before this message. */
function heardIn(
  { intent }: Understanding,
  draft: Draft,
  { heard, pending }: StoredMemory,
): { heard: Heard; before: Heard | null } {
  const open = pending?.draft;
  if (!open || (intent !== 'edit_draft' && !namesAlike(open, draft)))
    return { heard: firstHeard(draft), before: null };
  const before = heard ?? firstHeard(open);
  return { heard: heardAfter(before, open, draft), before };
}

/** The words of each line that were not there before this message; null where they were. */
const newGoods = ({ goods }: Heard, before: Heard | null): (Saying | null)[] =>
  goods.map((saying) => (saying?.corrected || before?.goods.includes(saying) ? null : saying));

function withGoods(
  understood: Understanding,
  draft: Draft,
  { goods }: Learned,
  sayings: readonly (Saying | null)[],
): Understanding {
  const meant = sayings.map((saying) => (saying ? goods.get(saying.said) : undefined));
  if (meant.every((one) => one === undefined)) return understood;
  const items = draft.items.map((line, at) => ({ ...line, description: meant[at] ?? line.description }));
  const renamed = { ...draft, items };
  const asides: Aside[] = [...new Set(meant)].flatMap((text) => (text ? [{ kind: 'learned', text }] : []));
  const { pending } = understood.memory;
  return {
    ...understood,
    draft: understood.draft && renamed,
    asides: [...understood.asides, ...asides],
    memory: { ...understood.memory, pending: pending && { ...pending, draft: renamed } },
  };
}

// An email address says better than a name for whom it is; so does a choice of the owner.
function withCustomer(memory: StoredMemory, draft: Draft, { customerId: id }: Learned): StoredMemory {
  const { customerName: name, customerEmail } = draft;
  if (id === null || name === null || customerEmail !== null || memory.customer?.name === name) return memory;
  return { ...memory, customer: { id, name } };
}

/** The plan of an open draft, with the words it was made of for the next message. */
export const withHeard = (plan: Plan, heard: Heard | undefined): Plan =>
  heard && isDrafted(plan.memory.pending?.action) ? { ...plan, memory: { ...plan.memory, heard } } : plan;

/** Plans a draft that was read of a paper or a text, in the owner's words. */
export async function planReadDraft(scope: Scope, currency: Currency, read: Understanding): Promise<Plan> {
  const { understood, memory, heard } = await inOwnersWords(scope, read, EMPTY_MEMORY);
  return withHeard(await planInvoiceDraft(scope, currency, understood, memory), heard);
}
