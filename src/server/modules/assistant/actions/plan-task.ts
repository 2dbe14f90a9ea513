import type { Currency } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { NOTHING_TOLD } from '#server/modules/invoices/tools/told.ts';
import type { MissingField, Understanding } from '../language/types.ts';
import { invoiceChoices } from '../memory.ts';
import { outcomeOf, type Plan } from '../plan.ts';
import { taskNotProposed } from '../replies/task-questions.ts';
import { type TaskName, taskNamed, type TaskWhy } from './tasks.ts';

/** Something noted of an invoice or taken off it, a statement, a plan or a quote: asks for what is missing, or proposes it. */
export async function planTask(
  scope: Scope,
  currency: Currency,
  u: Understanding,
  action: TaskName,
): Promise<Plan> {
  const { pending } = u.memory;
  const about = u.filters ?? pending?.filters ?? {};
  const told = u.told ?? pending?.told ?? NOTHING_TOLD;
  const change = u.change ?? pending?.change ?? null;
  const known = { about, told, change };
  const named = about.currency ?? currency;
  const prepared = await taskNamed(action).prepare(scope, named, known);
  if (!prepared.ok) return questionPlan(u, action, prepared.why);
  return {
    ...prepared.said,
    outcome: outcomeOf(u, { asks: null }),
    memory: { ...u.memory, pending: pending && { ...pending, asks: null } },
    effect: { kind: 'propose', proposed: { action, currency: named, arguments: prepared.arguments } },
  };
}

const asked: Record<TaskWhy['kind'], MissingField | null> = {
  unnamed: 'invoice',
  several: 'invoice',
  severalNumbers: 'invoice',
  date: 'date',
  amount: 'amount',
  tooMuch: 'amount',
  rates: 'amount',
  lines: 'items',
  noCustomer: 'customerName',
  customers: 'customerName',
  noChange: 'intent',
  plans: 'customerName',
  unnamedQuote: 'invoice',
  quotes: 'invoice',
  none: null,
  held: null,
  unfit: null,
  noEmail: null,
  refused: null,
  paid: null,
  unknownCustomer: null,
  withoutEmail: null,
  byEmailOnly: null,
  noPlan: null,
  already: null,
  noQuote: null,
  notAgreed: null,
};

function questionPlan(u: Understanding, action: TaskName, why: TaskWhy): Plan {
  // Without anything said of it, the invoice that was not found is asked for again.
  const isBare = action === 'credit_note' && why.kind === 'none' && !u.filters?.invoiceNumbers;
  const asks = isBare ? 'invoice' : asked[why.kind];
  const { pending } = u.memory;
  return {
    text: taskNotProposed(action, why, u.filters ?? pending?.filters ?? {}),
    outcome: outcomeOf(u, { asks }),
    memory: {
      ...u.memory,
      // The next message may still correct what was not found.
      pending: pending && { ...pending, asks: asks ?? 'invoice' },
      ...(why.kind === 'several' ? { choices: invoiceChoices(why.invoices) } : {}),
    },
    effect: { kind: 'drop' },
  };
}
