import type { Action, Draft } from '#contract/assistant.ts';
import type { PlanTerms } from '#contract/assistant-tasks.ts';
import type { FieldError } from '#core/errors.ts';
import { type Currency, formatMoney, minorToMajor } from '#core/money.ts';
import { formatPhone } from '#core/phone.ts';
import type { Scope } from '#server/kernel/scope.ts';
import {
  type DraftArguments,
  draftShown,
  draftTool,
  type DraftWhy,
} from '#server/modules/invoices/tools/draft.ts';
import { planTool } from '#server/modules/plans/tools/draft.ts';
import { quoteTool } from '#server/modules/quotes/tools/draft.ts';
import type { MissingField, Pending, Understanding } from '../language/types.ts';
import type { Choice, StoredMemory } from '../memory.ts';
import { lastPrice } from '../own-goods.ts';
import { outcomeOf, type Plan } from '../plan.ts';
import type { Proposed } from '../proposals.ts';
import { changesText } from '../replies/changes.ts';
import {
  draftLine,
  draftSummary,
  invalidInvoice,
  invoiceProposed,
  MAX_CUSTOMERS,
  quoteProposed,
  whichCustomer,
  whichReading,
} from '../replies/drafts.ts';
import { planProposed } from '../replies/plan-drafts.ts';
import { asidesText, draftQuestion } from '../replies/questions.ts';
import { onCard, type Reply, reply } from '../replies/reply.ts';

const DRAFTED = ['create_invoice', 'create_quote', 'create_plan'] as const;
type Drafted = (typeof DRAFTED)[number];

/** Whether an action makes something of a draft. */
export const isDrafted = (action: Action | undefined): action is Drafted =>
  DRAFTED.some((one) => one === action);

/**
 * An open invoice, quote or repeating invoice: asks for the missing field, or proposes it. `before` the message: the customer picked from
 * several, and the draft that stood there.
 */
export async function planInvoiceDraft(
  scope: Scope,
  currency: Currency,
  u: Understanding,
  before: StoredMemory,
): Promise<Plan> {
  const draft = u.draft ?? u.memory.pending?.draft ?? null;
  if (draft?.earlyPayment && u.memory.pending && u.memory.pending.action !== 'create_invoice') {
    const { earlyPayment: _, ...others } = draft;
    const asides = [...u.asides, { kind: 'early_on_invoice' as const, text: '' }];
    return planInvoiceDraft(scope, currency, { ...u, draft: others, asides }, before);
  }
  const customer = before.customer?.name === draft?.customerName ? before.customer : undefined;
  const pending = pendingOf(u, draft);
  if (!draft || (u.asks && u.asks !== 'customerEmail'))
    return questionPlan(scope, currency, u, { ...pending, asks: u.asks ?? 'customerName' });
  const money = draft.currency ?? currency;
  const stood = u.intent === 'edit_draft' && before.pending?.asks === null ? before.pending.draft : null;
  const prepared = await prepare(scope, money, pending.action, {
    draft,
    before: stood,
    customerId: customer?.id,
    next: nextOf(u),
    terms: pending.plan,
  });
  if (!prepared.ok) return refusalPlan(u, draft, pending, prepared.why);
  const { shown } = prepared;
  const complete = completedDraft(draft, pending, shown.draft);
  const said = reply(stood && changesText(stood, complete, money), shown.said);
  return proposalPlan(u, complete, pending, { ...shown, said }, customer);
}

/** A proposal, its draft as it is to be, and how both are said. */
type Shown = { proposed: Proposed; draft: DraftArguments; said: Reply };
type Asked = {
  draft: Draft;
  /** As it stood complete before a message that changes it. */
  before: Draft | null;
  customerId: string | undefined;
  next: DraftArguments['next'];
  terms: PlanTerms | undefined;
};

async function prepare(
  scope: Scope,
  currency: Currency,
  action: Action,
  { next, terms, before, ...asked }: Asked,
): Promise<{ ok: true; shown: Shown } | { ok: false; why: DraftWhy }> {
  if (action === 'create_quote') {
    const quote = await quoteTool.prepare(scope, currency, asked);
    if (!quote.ok) return quote;
    const proposed = { action, currency, arguments: quote.arguments };
    const said = quoteProposed(quote.arguments, asked.draft, currency, before);
    return { ok: true, shown: { proposed, draft: quote.arguments.draft, said } };
  }
  if (action === 'create_plan' && terms) {
    const plan = await planTool.prepare(scope, currency, { ...asked, terms });
    if (!plan.ok) return plan;
    const proposed = { action, currency, arguments: plan.arguments };
    const said = planProposed(plan.arguments, terms, asked.draft, currency, before);
    return { ok: true, shown: { proposed, draft: plan.arguments.draft, said } };
  }
  const invoice = await draftTool.prepare(scope, currency, { ...asked, next, fillsUsual: true });
  if (!invoice.ok) return invoice;
  const proposed = { action: 'create_invoice' as const, currency, arguments: invoice.arguments };
  const said = invoiceProposed(invoice.arguments, asked.draft, currency, before);
  return { ok: true, shown: { proposed, draft: invoice.arguments, said } };
}

const pendingOf = ({ memory, filters, asks }: Understanding, draft: Draft | null): Pending => ({
  action: isDrafted(memory.pending?.action) ? memory.pending.action : 'create_invoice',
  plan: memory.pending?.plan,
  filters: memory.pending?.filters ?? filters,
  customer: null,
  draft,
  other: memory.pending?.other,
  unclear: memory.pending?.unclear,
  before: memory.pending?.before,
  payment: memory.pending?.payment,
  asks,
});

function nextOf({ filters, memory }: Understanding): DraftArguments['next'] {
  const pendingFilters = filters ?? memory.pending?.filters;
  return pendingFilters?.then === 'send_invoice' ? { channels: pendingFilters.channels ?? [] } : null;
}

async function questionPlan(
  scope: Scope,
  currency: Currency,
  u: Understanding,
  pending: Pending & { asks: MissingField },
): Promise<Plan> {
  const { draft, other, asks } = pending;
  const money = draft?.currency ?? currency;
  if (draft && other && asks === 'choice') {
    const choices = choicesOf(draft, other);
    return {
      ...reply(asidesText(u.asides), whichReading(choices.map(({ told: [label = ''] }) => label))),
      outcome: outcomeOf(u, { draft: u.draft, asks }),
      memory: { ...u.memory, pending, choices },
      effect: { kind: 'drop' },
    };
  }
  const last = draft && asks === 'rate' ? await lastPrice(scope, money, draft) : null;
  return {
    ...reply(
      draft && onCard(draftSummary(draft, pending.plan !== undefined) ?? ''),
      asidesText(u.asides),
      draftQuestion(
        asks,
        draft,
        pending.plan !== undefined,
        last && { description: last.description, price: formatMoney(last.rate, money) },
      ),
    ),
    outcome: outcomeOf(u, { draft: u.draft, asks }),
    memory: { ...u.memory, pending: { ...pending, ...(last && { lastPrice: minorToMajor(last.rate) }) } },
    effect: { kind: 'drop' },
  };
}

const choicesOf = (draft: Draft, other: Draft): Choice[] => [
  { told: [draftLine(draft, other)], pick: { draft } },
  { told: [draftLine(other, draft)], pick: { draft: other } },
];

function refusalPlan(u: Understanding, draft: Draft, pending: Pending, why: DraftWhy): Plan {
  if (why.kind === 'invalid') {
    const asks = fieldToAsk(why.errors);
    return {
      text: invalidInvoice(why.errors, draft),
      outcome: outcomeOf(u, { draft, asks }),
      memory: { ...u.memory, pending: { ...pending, asks } },
      effect: { kind: 'drop' },
    };
  }
  const asks = 'customerName' as const;
  return {
    text: whichCustomer(draft.customerName, why.customers),
    outcome: outcomeOf(u, { draft, asks }),
    memory: {
      ...u.memory,
      pending: { ...pending, asks },
      choices: why.customers.slice(0, MAX_CUSTOMERS).map(({ id, name, email, phone }) => ({
        told: [email, formatPhone(phone ?? ''), name].filter(Boolean),
        pick: { customerId: id, name },
      })),
    },
    effect: { kind: 'drop' },
  };
}

/** The field to ask for: that of the first validation error. */
function fieldToAsk([first]: readonly FieldError[]): MissingField {
  if (first?.path.startsWith('rhythm')) return 'every';
  if (first?.path.startsWith('earlyPayment')) return 'dueDate';
  const field = first?.path.split('.').at(-1);
  if (field === 'starts' || field === 'endsOn' || field === 'endsAfter') return 'date';
  if (field === 'rate' || field === 'description') return field;
  if (field === 'customerName' || field === 'customerEmail' || field === 'dueDate') return field;
  return 'items';
}

function proposalPlan(
  u: Understanding,
  draft: Draft,
  pending: Pending,
  { proposed, draft: args, said }: Shown,
  customer: StoredMemory['customer'],
): Plan {
  const repeats = pending.action === 'create_plan';
  const shown = draftShown(draft, args);
  const { other, ...open } = pending;
  return {
    ...reply(asidesText(u.asides), said),
    outcome: outcomeOf(u, {
      draft: repeats ? { ...shown, dueDate: draft.dueDate } : shown,
      asks: null,
    }),
    memory: {
      ...u.memory,
      pending: { ...open, draft, asks: null },
      ...(other ? { choices: choicesOf(shown, otherShown(other, draft, shown)) } : {}),
      ...(customer ? { customer } : {}),
    },
    effect: { kind: 'propose', proposed },
  };
}

// A filled-in due date counts from now on ("three days later"); the customer is looked up anew each time.
// One that repeats has no due date of its own.
const completedDraft = (draft: Draft, { action }: Pending, { invoice }: DraftArguments): Draft =>
  action === 'create_plan' ? draft : { ...draft, dueDate: invoice.dueDate };

// The same customer is the one that was found.
function otherShown(other: Draft, draft: Draft, shown: Draft): Draft {
  const { customerName, items, discount, total } = other;
  const isSame = customerName === draft.customerName;
  return {
    ...shown,
    items,
    discount,
    total,
    ...(isSame
      ? {}
      : { customerName, customerEmail: other.customerEmail, customerPhone: other.customerPhone }),
  };
}
