import type { Action, Filters } from '#contract/assistant.ts';
import type { Currency } from '#core/money.ts';
import type { Ctx, Scope } from '#server/kernel/scope.ts';
import type { WriteTool } from '#server/kernel/tools.ts';
import { creditTool, type CreditWhy } from '#server/modules/credit-notes/tools/credit.ts';
import { statementTool, type StatementWhy } from '#server/modules/customer-statements/tools/send.ts';
import type { ToldWhy } from '#server/modules/invoices/tools/told.ts';
import { writeOffTool } from '#server/modules/invoices/tools/write-off.ts';
import { planChangeTool, type PlanChangeWhy } from '#server/modules/plans/tools/change.ts';
import { convertTool, type ConvertWhy } from '#server/modules/quotes/tools/convert.ts';
import { promiseTool } from '#server/modules/reminders/tools/promise.ts';
import { keepTool, type KeepWhy } from '#server/modules/withholding/tools/keep.ts';
import type { Pending } from '../language/types.ts';
import {
  changeDone,
  changeProposed,
  convertDone,
  convertProposed,
  statementProposed,
  statementSent,
} from '../replies/other-tasks.ts';
import type { Reply } from '../replies/reply.ts';
import {
  creditDone,
  creditProposed,
  promiseDone,
  promiseProposed,
  taxDone,
  taxProposed,
  writeOffDone,
  writeOffProposed,
} from '../replies/settlements.ts';

/** A task as far as it is known, as its tool takes it. */
type Known = {
  about: Filters;
  told: NonNullable<Pending['told']>;
  change: NonNullable<Pending['change']> | null;
};
/** Why a task cannot be proposed, or what is left to ask. */
export type TaskWhy = ToldWhy | CreditWhy | KeepWhy | StatementWhy | PlanChangeWhy | ConvertWhy;
type About = { customerName: string; invoice?: { number: string } };

export type Task = {
  prepare(
    scope: Scope,
    currency: Currency,
    known: Known,
  ): Promise<{ ok: true; arguments: unknown; said: Reply } | { ok: false; why: TaskWhy }>;
  carryOut(ctx: Ctx, currency: Currency, args: unknown): Promise<{ text: string; about: About }>;
};

type Words<A, D> = { proposed(args: A): Reply; done(result: D): string; about(args: A): About };

const taskOf = <A, W extends TaskWhy, D>(
  tool: Pick<WriteTool<Known, A, W, D>, 'arguments' | 'prepare' | 'carryOut'>,
  words: Words<NoInfer<A>, NoInfer<D>>,
): Task => ({
  prepare: async (scope, currency, known) => {
    const prepared = await tool.prepare(scope, currency, known);
    return prepared.ok ? { ...prepared, said: words.proposed(prepared.arguments) } : prepared;
  },
  carryOut: async (ctx, currency, args) => {
    const shown = tool.arguments.parse(args);
    return { text: words.done(await tool.carryOut(ctx, currency, shown)), about: words.about(shown) };
  },
});

type OnInvoice = { invoice: { number: string; customerName: string } };
const ofInvoice = ({ invoice }: OnInvoice): About => ({ customerName: invoice.customerName, invoice });

const TASKS = {
  note_promise: taskOf(promiseTool, { proposed: promiseProposed, done: promiseDone, about: ofInvoice }),
  credit_note: taskOf(creditTool, { proposed: creditProposed, done: creditDone, about: ofInvoice }),
  write_off: taskOf(writeOffTool, { proposed: writeOffProposed, done: writeOffDone, about: ofInvoice }),
  withholding: taskOf(keepTool, { proposed: taxProposed, done: taxDone, about: ofInvoice }),
  customer_statement: taskOf(statementTool, {
    proposed: statementProposed,
    done: statementSent,
    about: ({ customer }) => ({ customerName: customer.name }),
  }),
  change_plan: taskOf(planChangeTool, {
    proposed: changeProposed,
    done: changeDone,
    about: ({ plan }) => ({ customerName: plan.customerName }),
  }),
  convert_quote: taskOf(convertTool, {
    proposed: convertProposed,
    done: convertDone,
    about: ({ quote }) => ({ customerName: quote.customer }),
  }),
} satisfies Partial<Record<Action, Task>>;

export type TaskName = keyof typeof TASKS;

export const isTask = (action: string | null | undefined): action is TaskName =>
  typeof action === 'string' && Object.hasOwn(TASKS, action);

export const taskNamed = (name: TaskName): Task => TASKS[name];
