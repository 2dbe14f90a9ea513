import type { Filters } from '#contract/assistant.ts';
import type { Currency } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import type { Intent, Memory, Understanding } from './language/understanding.ts';
import { findInvoices, listCustomers, showInvoice, tellOwed } from './reads/records.ts';
import { bestOf, projectSales, reportSales } from './reads/sales.ts';
import {
  ambiguous,
  changeBankDetails,
  help,
  injection,
  offTopic,
  recordPayment,
  withdraw,
} from './replies/places.ts';

/** A read-only answer; `last` is the subject it found, for references in the next message. */
export type Told = { text: string; last?: Partial<NonNullable<Memory['last']>> };
type Read = (scope: Scope, currency: Currency, filters: Filters) => Promise<Told>;

const reads: Partial<Record<Intent, Read>> = {
  list_invoices: findInvoices,
  show_invoice: showInvoice,
  list_customers: listCustomers,
  outstanding_total: tellOwed,
  sales_report: reportSales,
  sales_projection: projectSales,
  top_customers: bestOf,
};

/** Answers intents without effects: from the business's records, or by pointing to another page. */
export async function answerTo(
  scope: Scope,
  currency: Currency,
  understanding: Understanding,
): Promise<Told> {
  const { intent, filters, memory } = understanding;
  const read = reads[intent];
  if (read) return read(scope, currency, filters ?? {});
  return { text: guidance(intent, filters, memory.pending !== null) };
}

function guidance(intent: Intent, filters: Filters | null, isOpen: boolean): string {
  if (intent === 'help') return help();
  if (intent === 'off_topic') return offTopic();
  if (intent === 'withdraw') return withdraw();
  if (intent === 'change_bank_details') return changeBankDetails();
  if (intent === 'record_payment') return recordPayment(filters);
  return intent === 'prompt_injection' ? injection() : ambiguous(filters, isOpen);
}
