import * as z from 'zod';
import type { Currency } from '#core/money.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { customerById } from '#server/modules/customers/queries/list.ts';
import { addTool } from '#server/modules/customers/tools/add.ts';
import { creditToAsk } from '#server/modules/invoices/queries/credit.ts';
import { deleteTool } from '#server/modules/invoices/tools/delete.ts';
import type { SendArguments, SentInvoice } from '#server/modules/invoices/tools/deliver.ts';
import { type DraftArguments, draftTool } from '#server/modules/invoices/tools/draft.ts';
import { recordTool } from '#server/modules/payments/tools/record.ts';
import { remindTool } from '#server/modules/invoices/tools/remind.ts';
import { sendTool } from '#server/modules/invoices/tools/send.ts';
import { type Channels, snapshotOf } from '#server/modules/invoices/tools/snapshot.ts';
import { shortNumber } from '#server/modules/invoices/tools/targets.ts';
import { planTool } from '#server/modules/plans/tools/draft.ts';
import { quoteTool } from '#server/modules/quotes/tools/draft.ts';
import type { Memory } from '../language/types.ts';
import type { Proposed } from '../proposals.ts';
import { contactSaved } from '../replies/contacts.ts';
import { invoiceCreated, quoteCreated } from '../replies/drafts.ts';
import { deletionDone, deliveryDone, deliveryProposed } from '../replies/invoice-actions.ts';
import { paymentRecorded } from '../replies/payments.ts';
import { planStarted } from '../replies/plan-drafts.ts';
import { type Reply, reply } from '../replies/reply.ts';
import { taskNamed } from './tasks.ts';

/** Result text, the subject the next message may refer to, and the next step to propose. */
export type ExecutionResult = Reply & {
  last: Memory['last'];
  next: Proposed | null;
  /** The credit that the next step could use. */
  credit?: SendArguments['credit'];
};

/**
 * Executes exactly what a proposal holds, in the transaction that consumes it; `useCredit` is the owner's answer about the credit of
 * those invoices are sent to. Throws 409 if it is outdated.
 */
export async function executeProposal(
  ctx: Ctx,
  { action, currency, arguments: args }: Proposed,
  useCredit?: boolean,
): Promise<ExecutionResult> {
  switch (action) {
    case 'create_invoice':
      return createInvoice(ctx, currency, z.parse(draftTool.arguments, args));
    case 'create_quote': {
      const quote = await quoteTool.carryOut(ctx, currency, z.parse(quoteTool.arguments, args));
      const last = { intent: 'create_quote' as const, filters: null, customerName: quote.customer_name };
      return { text: quoteCreated(quote), last, next: null };
    }
    case 'create_plan': {
      const plan = await planTool.carryOut(ctx, currency, z.parse(planTool.arguments, args));
      const last = { intent: 'create_plan' as const, filters: null, customerName: plan.customerName };
      return { text: planStarted(plan), last, next: null };
    }
    case 'send_invoice': {
      const sent = await sendTool.carryOut(ctx, currency, {
        ...z.parse(sendTool.arguments, args),
        useCredit,
      });
      return executionResult(deliveryDone('send_invoice', sent), 'send_invoice', sent.map(sentInvoice));
    }
    case 'send_reminder': {
      const reminded = await remindTool.carryOut(ctx, currency, z.parse(remindTool.arguments, args));
      return executionResult(
        deliveryDone('send_reminder', reminded),
        'send_reminder',
        reminded.map(sentInvoice),
      );
    }
    case 'delete_invoice': {
      const deleted = await deleteTool.carryOut(ctx, currency, z.parse(deleteTool.arguments, args));
      const done = executionResult({ text: deletionDone(deleted) }, 'delete_invoice', deleted);
      return { ...done, last: done.last && { ...done.last, filters: null } };
    }
    case 'add_customer': {
      const customer = await addTool.carryOut(ctx, currency, z.parse(addTool.arguments, args));
      const last = { intent: 'add_customer' as const, filters: null, customerName: customer.name };
      return { text: contactSaved(customer), last, next: null };
    }
    case 'record_payment':
    case 'note_claim': {
      const recorded = await recordTool.carryOut(ctx, currency, z.parse(recordTool.arguments, args));
      return executionResult({ text: paymentRecorded(recorded) }, 'record_payment', [recorded.invoice]);
    }
    default: {
      const { text, about } = await taskNamed(action).carryOut(ctx, currency, args);
      const filters = about.invoice ? { invoiceNumbers: [shortNumber(about.invoice.number)] } : null;
      return { text, last: { intent: action, filters, customerName: about.customerName }, next: null };
    }
  }
}

/** The draft that a proposal made something of; null for another proposal. */
export function draftMade({ action, arguments: args }: Proposed): DraftArguments | null {
  if (action === 'create_invoice') return z.parse(draftTool.arguments, args);
  if (action === 'create_quote') return z.parse(quoteTool.arguments, args).draft;
  return action === 'create_plan' ? z.parse(planTool.arguments, args).draft : null;
}

const sentInvoice = ({ invoice }: SentInvoice) => invoice;

type InvoiceName = { number: string; customerName: string };

function executionResult(
  said: Reply,
  intent: 'send_invoice' | 'send_reminder' | 'delete_invoice' | 'record_payment',
  invoices: InvoiceName[],
): ExecutionResult {
  const names = new Set(invoices.map(({ customerName }) => customerName));
  const filters =
    invoices.length > 0 ? { invoiceNumbers: invoices.map(({ number }) => shortNumber(number)) } : null;
  const customerName = names.size === 1 ? (invoices[0]?.customerName ?? null) : null;
  return { ...said, last: { intent, filters, customerName }, next: null };
}

async function createInvoice(ctx: Ctx, currency: Currency, args: DraftArguments): Promise<ExecutionResult> {
  const created = await draftTool.carryOut(ctx, currency, args);
  const { invoice } = created;
  const last = {
    intent: 'create_invoice' as const,
    filters: { invoiceNumbers: [shortNumber(invoice.number)] },
    customerName: invoice.customer_name,
  };
  if (!args.next) return { ...invoiceCreated(created, true), last, next: null };
  const customer = await customerById(ctx.tx, invoice.business_id, invoice.customer_id);
  const sending: SendArguments = {
    channels: possibleChannels(args.next.channels, invoice.customer_email),
    invoices: [snapshotOf(invoice, customer)],
    note: { missing: [], leftOut: [], more: 0 },
    sendsWhatsApp: ctx.sendsWhatsApp,
    credit: await creditToAsk(ctx.tx, [invoice]),
  };
  return {
    ...reply(invoiceCreated(created, false), deliveryProposed('send_invoice', sending)),
    last,
    next: { action: 'send_invoice', currency, arguments: sending },
    credit: sending.credit,
  };
}

function possibleChannels(requested: Channels, email: string): Channels {
  const possible = requested.filter((channel) => channel !== 'email' || email !== '');
  if (possible.length > 0) return possible;
  return email === '' ? ['whatsapp'] : ['email'];
}
