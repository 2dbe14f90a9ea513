import * as z from 'zod';
import { type Filters, filters } from '#contract/assistant.ts';
import { salesTools } from '#server/modules/analytics/tools.ts';
import { openLinesTool } from '#server/modules/bank-statements/tools/open-lines.ts';
import { addTool } from '#server/modules/customers/tools/add.ts';
import { customerTools } from '#server/modules/customers/tools/find.ts';
import { deleteTool } from '#server/modules/invoices/tools/delete.ts';
import { draftTool } from '#server/modules/invoices/tools/draft.ts';
import { invoiceTools } from '#server/modules/invoices/tools/find.ts';
import { remindTool } from '#server/modules/invoices/tools/remind.ts';
import { sendTool } from '#server/modules/invoices/tools/send.ts';
import { pastProviderTools } from '#server/modules/payments/tools/past-provider.ts';
import { recordInput, recordTool } from '#server/modules/payments/tools/record.ts';
import { planTool } from '#server/modules/plans/tools/draft.ts';
import { plansTool } from '#server/modules/plans/tools/find.ts';
import { quotesTool } from '#server/modules/quotes/tools/find.ts';
import { awaitedTool } from '#server/modules/withholding/tools/awaited.ts';
import { NO_TERMS } from '../language/plans/plans.ts';
import type { BusinessContext, Intent, Memory, Understanding } from '../language/types.ts';
import { visibleText } from '../replies/escape.ts';
import {
  applyModelChange,
  draftFromModel,
  type InterpretedDraft,
  modelDraft,
  modelDraftChange,
} from './drafts.ts';

type ToolContext = { memory: Memory; business: BusinessContext };

/**
 * A tool the model may call. It only returns an understanding; answers, proposals and effects come from our
 * own code. `read` is answered from the records; `write` becomes a proposal and ends the model's turn.
 */
export type ToolDefinition = {
  name: string;
  kind: 'read' | 'write' | 'talk';
  description: string;
  schema: z.ZodType;
  understand(input: unknown, context: ToolContext): Understanding;
};

const defineTool = <I>(
  name: string,
  kind: ToolDefinition['kind'],
  description: string,
  schema: z.ZodType<I>,
  understand: (input: I, context: ToolContext) => Understanding,
): ToolDefinition => ({
  name,
  kind,
  description,
  schema,
  understand: (input, context) => understand(schema.parse(cleanInput(input)), context),
});

/** Model input without invisible or unstorable characters. */
function cleanInput(input: unknown): unknown {
  if (typeof input === 'string') return visibleText(input);
  if (Array.isArray(input)) return input.map(cleanInput);
  if (input === null || typeof input !== 'object') return input;
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, cleanInput(value)]));
}

const understandingOf = (intent: Intent, { memory }: ToolContext): Understanding => ({
  intent,
  draft: null,
  filters: null,
  customer: null,
  asks: null,
  does: null,
  asides: [],
  memory,
});

// A question in between leaves the open task unchanged.
const readTool = <I extends object>(
  intent: Intent,
  description: string,
  schema: z.ZodType<I>,
): ToolDefinition =>
  defineTool(intent, 'read', description, schema, (input, context) => {
    const parsedFilters = filtersOf(input);
    return {
      ...understandingOf(intent, context),
      filters: parsedFilters,
      memory: {
        pending: context.memory.pending,
        last: { intent, filters: parsedFilters, customerName: parsedFilters?.customerName ?? null },
      },
    };
  });

const actionTool = <I extends object>(
  intent: 'send_invoice' | 'send_reminder' | 'delete_invoice',
  description: string,
  schema: z.ZodType<I>,
): ToolDefinition =>
  defineTool(intent, 'write', description, schema, (input, context) => {
    const parsedFilters = filtersOf(input);
    const asks = parsedFilters ? null : ('invoice' as const);
    return {
      ...understandingOf(intent, context),
      filters: parsedFilters,
      asks,
      memory: {
        pending: { action: intent, draft: null, filters: parsedFilters, customer: null, asks },
        last: { intent, filters: parsedFilters, customerName: parsedFilters?.customerName ?? null },
      },
    };
  });

function filtersOf(input: object): Filters | null {
  const entries = Object.entries(input).filter(
    ([, value]) =>
      value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  if (entries.length === 0) return null;
  const parsed = filters.parse(Object.fromEntries(entries));
  const numbers = parsed.invoiceNumbers?.map(digitsOf);
  return { ...parsed, ...(numbers ? { invoiceNumbers: numbers } : {}) };
}

const digitsOf = (number: string): string =>
  (/\d+(?=\D*$)/.exec(number)?.[0] ?? number).replace(/^0+(?=\d)/, '');

function draftUnderstanding(
  intent: 'create_invoice' | 'edit_draft',
  { draft: parsedDraft, asks, asides }: InterpretedDraft,
  nextStep: Filters | null,
  context: ToolContext,
): Understanding {
  const { customerName, customerEmail, customerPhone, items } = parsedDraft;
  // A quote stays one when it is changed, and so does an invoice that repeats.
  const open = intent === 'edit_draft' ? context.memory.pending : null;
  const action = open?.action ?? 'create_invoice';
  const isEmpty = !customerName && !customerEmail && !customerPhone && items.length === 0;
  const draft = isEmpty ? null : parsedDraft;
  return {
    ...understandingOf(intent, context),
    draft,
    plan: open?.plan,
    filters: nextStep,
    asks,
    asides,
    memory: {
      pending: { action, draft, filters: nextStep, customer: null, plan: open?.plan, asks },
      last: { intent: action, filters: null, customerName },
    },
  };
}

// A model reads its contents; its days are read by the built-in understanding alone.
function planUnderstanding({ draft, asks, asides }: InterpretedDraft, context: ToolContext): Understanding {
  const open = { draft, filters: null, customer: null, plan: NO_TERMS, asks: asks ?? ('every' as const) };
  return {
    ...understandingOf('create_plan', context),
    ...open,
    asides,
    memory: {
      pending: { action: 'create_plan', ...open },
      last: { intent: 'create_plan', filters: null, customerName: draft.customerName },
    },
  };
}

const thenSend = z
  .array(z.enum(['email', 'whatsapp']))
  .nullish()
  .describe('Only where the owner asks to send it as well: how. It is proposed after the invoice is made');
const sendAfter = (channels: z.output<typeof thenSend>): Filters | null =>
  // oxlint-disable-next-line unicorn/no-thenable
  channels ? { then: 'send_invoice', ...(channels.length > 0 ? { channels } : {}) } : null;

const horizon = salesTools.history.input.extend({
  horizonMonths: z.number().int().min(1).max(60).optional(),
  until: salesTools.top.input.shape.to.describe('The last month, as any date in it'),
});
const contact = z.object({
  name: z.string().max(120).nullish(),
  email: z.string().max(254).nullish(),
  phone: z.string().max(30).nullish(),
  noEmail: z.boolean().optional().describe('The owner said there is no email address, or to skip it'),
});
const noInput = z.object({});

function paymentUnderstanding(
  { invoiceNumbers, customerName, ...said }: z.output<typeof recordInput>,
  context: ToolContext,
): Understanding {
  const about = filtersOf({ invoiceNumbers, customerName });
  const payment = {
    amount: said.amount ?? null,
    inFull: said.inFull ?? false,
    currency: said.currency ?? null,
    day: said.day ?? context.business.today,
    method: said.method ?? null,
    seen: null,
    keepRestAsCredit: false,
    confirmDuplicate: false,
  };
  return {
    ...understandingOf('record_payment', context),
    filters: about,
    payment,
    memory: {
      pending: { action: 'record_payment', draft: null, filters: about, customer: null, payment, asks: null },
      last: { intent: 'record_payment', filters: about, customerName: about?.customerName ?? null },
    },
  };
}

const screens = {
  withdraw: 'withdraw',
  bank_details: 'change_bank_details',
  payments: 'record_payment',
} as const;

/** All tools of the model. None moves money or touches bank details, PIN or sign-in. */
export const modelTools: readonly ToolDefinition[] = [
  defineTool(
    'create_invoice',
    'write',
    `${draftTool.description} Leave out what was not said; the owner is asked.`,
    modelDraft.extend({ thenSend }),
    ({ thenSend: channels, ...fields }, context) =>
      draftUnderstanding(
        'create_invoice',
        draftFromModel(fields, context.business),
        sendAfter(channels),
        context,
      ),
  ),
  defineTool(
    'edit_draft',
    'write',
    'Change the open invoice, or answer the question that was asked about it. Leave out what stays as it is.',
    modelDraftChange.extend({ thenSend }),
    ({ thenSend: channels, ...fields }, context) => {
      const { pending } = context.memory;
      const interpreted = pending?.draft
        ? applyModelChange(pending.draft, fields, context.business)
        : draftFromModel(fields, context.business);
      const intent = pending?.draft ? 'edit_draft' : 'create_invoice';
      return draftUnderstanding(
        intent,
        interpreted,
        sendAfter(channels) ?? pending?.filters ?? null,
        context,
      );
    },
  ),
  defineTool(
    'create_plan',
    'write',
    `${planTool.description} Leave out what was not said; how often is asked.`,
    modelDraft,
    (fields, context) => planUnderstanding(draftFromModel(fields, context.business), context),
  ),
  actionTool('send_invoice', sendTool.description, sendTool.input),
  actionTool('send_reminder', remindTool.description, remindTool.input),
  actionTool('delete_invoice', deleteTool.description, deleteTool.input),
  defineTool('add_customer', 'write', addTool.description, contact, ({ noEmail, ...fields }, context) => {
    const { pending } = context.memory;
    const open = pending?.action === 'add_customer' && pending.asks ? pending.customer : null;
    const customer = {
      name: fields.name || (open?.name ?? null),
      email: fields.email || (open?.email ?? null),
      phone: fields.phone || (open?.phone ?? null),
    };
    const missing = customer.email || noEmail ? null : ('customerEmail' as const);
    const asks = customer.name ? missing : ('customerName' as const);
    return {
      ...understandingOf('add_customer', context),
      customer,
      asks,
      memory: {
        pending: { action: 'add_customer', draft: null, filters: null, customer, asks },
        last: { intent: 'add_customer', filters: null, customerName: customer.name },
      },
    };
  }),
  defineTool('record_payment', 'write', recordTool.description, recordInput, paymentUnderstanding),
  readTool('list_invoices', invoiceTools.find.description, invoiceTools.find.input),
  readTool('show_invoice', invoiceTools.show.description, invoiceTools.show.input),
  readTool('outstanding_total', invoiceTools.owed.description, invoiceTools.owed.input),
  readTool('list_customers', customerTools.find.description, customerTools.find.input),
  readTool('sales_report', salesTools.report.description, salesTools.report.input),
  readTool('top_customers', salesTools.top.description, salesTools.top.input),
  readTool('sales_projection', 'What sales may come to, reckoned from the months before.', horizon),
  readTool('customer_credit', pastProviderTools.credit.description, pastProviderTools.credit.input),
  readTool('open_claims', pastProviderTools.claims.description, pastProviderTools.claims.input),
  readTool('cash_received', pastProviderTools.cash.description, pastProviderTools.cash.input),
  readTool('awaited_certificates', awaitedTool.description, awaitedTool.input),
  readTool('open_statement_lines', openLinesTool.description, openLinesTool.input),
  readTool('list_plans', plansTool.description, plansTool.input),
  readTool('list_quotes', quotesTool.description, quotesTool.input),
  defineTool(
    'help',
    'talk',
    'Greetings, thanks, and questions about what you can do.',
    noInput,
    (_, context) => understandingOf('help', context),
  ),
  defineTool(
    'off_topic',
    'talk',
    'Anything that is not about this business and its invoices.',
    noInput,
    (_, context) => understandingOf('off_topic', context),
  ),
  defineTool('ask_back', 'talk', 'It is not clear what the owner wants.', noInput, (_, context) => ({
    ...understandingOf('ambiguous', context),
    asks: 'intent',
  })),
  defineTool('drop_open', 'talk', 'The owner no longer wants what is open.', noInput, (_, context) => ({
    ...understandingOf('cancel', context),
    memory: { ...context.memory, pending: null },
  })),
  defineTool(
    'point_to_screen',
    'talk',
    'For sending money anywhere, bank details or the PIN, and changing or undoing payments: shows the screen that does it.',
    z.object({ screen: z.enum(['withdraw', 'bank_details', 'payments']) }),
    ({ screen }, context) => understandingOf(screens[screen], context),
  ),
];
