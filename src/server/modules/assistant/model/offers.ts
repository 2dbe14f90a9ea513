import * as z from 'zod';
import { type Filters, filters } from '#contract/assistant.ts';
import { salesTools } from '#server/modules/analytics/tools/report.ts';
import { customerTools } from '#server/modules/customers/tools.ts';
import { addTool } from '#server/modules/customers/tools/add.ts';
import { deleteTool } from '#server/modules/invoices/tools/delete.ts';
import { draftTool } from '#server/modules/invoices/tools/draft.ts';
import { invoiceTools } from '#server/modules/invoices/tools/find.ts';
import { remindTool } from '#server/modules/invoices/tools/remind.ts';
import { sendTool } from '#server/modules/invoices/tools/send.ts';
import type { Intent, Memory, Surroundings, Understanding } from '../language/understanding.ts';
import { seen } from '../replies/plain.ts';
import { changedDraft, type Heard, heardDraft, toldChange, toldDraft } from './drafts.ts';

type Around = { memory: Memory; surroundings: Surroundings };

/**
 * A tool the model may call. It only returns an understanding; answers, proposals and effects come from our
 * own code. `read` is answered from the records; `write` becomes a proposal and ends the model's turn.
 */
export type Offer = {
  name: string;
  kind: 'read' | 'write' | 'talk';
  description: string;
  schema: z.ZodType;
  understand(input: unknown, around: Around): Understanding;
};

const offer = <I>(
  name: string,
  kind: Offer['kind'],
  description: string,
  schema: z.ZodType<I>,
  understand: (input: I, around: Around) => Understanding,
): Offer => ({
  name,
  kind,
  description,
  schema,
  understand: (input, around) => understand(schema.parse(legible(input)), around),
});

/** Model input without invisible or unstorable characters. */
function legible(input: unknown): unknown {
  if (typeof input === 'string') return seen(input);
  if (Array.isArray(input)) return input.map(legible);
  if (input === null || typeof input !== 'object') return input;
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, legible(value)]));
}

const bare = (intent: Intent, { memory }: Around): Understanding => ({
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
const reads = <I extends object>(intent: Intent, description: string, schema: z.ZodType<I>): Offer =>
  offer(intent, 'read', description, schema, (input, around) => {
    const said = filtersOf(input);
    return {
      ...bare(intent, around),
      filters: said,
      memory: {
        pending: around.memory.pending,
        last: { intent, filters: said, customerName: said?.customerName ?? null },
      },
    };
  });

const does = <I extends object>(
  intent: 'send_invoice' | 'send_reminder' | 'delete_invoice',
  description: string,
  schema: z.ZodType<I>,
): Offer =>
  offer(intent, 'write', description, schema, (input, around) => {
    const said = filtersOf(input);
    const asks = said ? null : ('invoice' as const);
    return {
      ...bare(intent, around),
      filters: said,
      asks,
      memory: {
        pending: { action: intent, draft: null, filters: said, customer: null, asks },
        last: { intent, filters: said, customerName: said?.customerName ?? null },
      },
    };
  });

function filtersOf(input: object): Filters | null {
  const said = Object.entries(input).filter(
    ([, value]) =>
      value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  if (said.length === 0) return null;
  const heard = filters.parse(Object.fromEntries(said));
  const numbers = heard.invoiceNumbers?.map(digitsOf);
  return { ...heard, ...(numbers ? { invoiceNumbers: numbers } : {}) };
}

const digitsOf = (number: string): string =>
  (/\d+(?=\D*$)/.exec(number)?.[0] ?? number).replace(/^0+(?=\d)/, '');

function drafted(
  intent: 'create_invoice' | 'edit_draft',
  { draft: heard, asks, asides }: Heard,
  later: Filters | null,
  around: Around,
): Understanding {
  const { customerName, customerEmail, customerPhone, items } = heard;
  const isEmpty = !customerName && !customerEmail && !customerPhone && items.length === 0;
  const draft = isEmpty ? null : heard;
  return {
    ...bare(intent, around),
    draft,
    filters: later,
    asks,
    asides,
    memory: {
      pending: { action: 'create_invoice', draft, filters: later, customer: null, asks },
      last: { intent: 'create_invoice', filters: null, customerName },
    },
  };
}

const thenSend = z
  .array(z.enum(['email', 'whatsapp']))
  .nullish()
  .describe('Only where the owner asks to send it as well: how. It is proposed after the invoice is made');
const laterOf = (channels: z.output<typeof thenSend>): Filters | null =>
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
  noEmail: z.boolean().optional().describe('The owner said there is no e-mail address, or to skip it'),
});
const nothing = z.object({});

const places = {
  withdraw: 'withdraw',
  bank_details: 'change_bank_details',
  payments: 'record_payment',
} as const;

/** All tools of the model. None moves money, records a payment, or touches bank details, PIN or sign-in. */
export const offers: readonly Offer[] = [
  offer(
    'create_invoice',
    'write',
    `${draftTool.description} Leave out what was not said; the owner is asked.`,
    toldDraft.extend({ thenSend }),
    ({ thenSend: channels, ...told }, around) =>
      drafted('create_invoice', heardDraft(told, around.surroundings), laterOf(channels), around),
  ),
  offer(
    'edit_draft',
    'write',
    'Change the open invoice, or answer the question that was asked about it. Leave out what stays as it is.',
    toldChange.extend({ thenSend }),
    ({ thenSend: channels, ...told }, around) => {
      const { pending } = around.memory;
      const heard = pending?.draft
        ? changedDraft(pending.draft, told, around.surroundings)
        : heardDraft(told, around.surroundings);
      const intent = pending?.draft ? 'edit_draft' : 'create_invoice';
      return drafted(intent, heard, laterOf(channels) ?? pending?.filters ?? null, around);
    },
  ),
  does('send_invoice', sendTool.description, sendTool.input),
  does('send_reminder', remindTool.description, remindTool.input),
  does('delete_invoice', deleteTool.description, deleteTool.input),
  offer('add_customer', 'write', addTool.description, contact, ({ noEmail, ...told }, around) => {
    const { pending } = around.memory;
    const open = pending?.action === 'add_customer' && pending.asks ? pending.customer : null;
    const customer = {
      name: told.name || (open?.name ?? null),
      email: told.email || (open?.email ?? null),
      phone: told.phone || (open?.phone ?? null),
    };
    const missing = customer.email || noEmail ? null : ('customerEmail' as const);
    const asks = customer.name ? missing : ('customerName' as const);
    return {
      ...bare('add_customer', around),
      customer,
      asks,
      memory: {
        pending: { action: 'add_customer', draft: null, filters: null, customer, asks },
        last: { intent: 'add_customer', filters: null, customerName: customer.name },
      },
    };
  }),
  reads('list_invoices', invoiceTools.find.description, invoiceTools.find.input),
  reads('show_invoice', invoiceTools.show.description, invoiceTools.show.input),
  reads('outstanding_total', invoiceTools.owed.description, invoiceTools.owed.input),
  reads('list_customers', customerTools.find.description, customerTools.find.input),
  reads('sales_report', salesTools.report.description, salesTools.report.input),
  reads('top_customers', salesTools.top.description, salesTools.top.input),
  reads('sales_projection', 'What sales may come to, reckoned from the months before.', horizon),
  offer('help', 'talk', 'Greetings, thanks, and questions about what you can do.', nothing, (_, around) =>
    bare('help', around),
  ),
  offer(
    'off_topic',
    'talk',
    'Anything that is not about this business and its invoices.',
    nothing,
    (_, around) => bare('off_topic', around),
  ),
  offer('ask_back', 'talk', 'It is not clear what the owner wants.', nothing, (_, around) => ({
    ...bare('ambiguous', around),
    asks: 'intent',
  })),
  offer('drop_open', 'talk', 'The owner no longer wants what is open.', nothing, (_, around) => ({
    ...bare('cancel', around),
    memory: { ...around.memory, pending: null },
  })),
  offer(
    'point_to_screen',
    'talk',
    'For sending money anywhere, bank details or the PIN, and recording or changing payments: shows the screen that does it.',
    z.object({ screen: z.enum(['withdraw', 'bank_details', 'payments']) }),
    ({ screen }, around) => bare(places[screen], around),
  ),
];
