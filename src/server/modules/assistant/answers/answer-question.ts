import type { Filters } from '#contract/assistant.ts';
import type { Currency } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { readyToWithdraw } from '#server/modules/ledger/tools/balance.ts';
import type { Intent, Understanding } from '../language/types.ts';
import {
  ambiguous,
  changeBankDetails,
  help,
  injection,
  offTopic,
  recordPayment,
  withdraw,
} from '../replies/guidance.ts';
import { offerAnswers } from './plans-and-quotes.ts';
import { pastProviderAnswers } from './past-provider.ts';
import { answerOutstanding, findInvoices, listCustomers, showInvoice } from './records.ts';
import { showStatement } from './statement.ts';
import { answerTopCustomers, projectSales, reportSales } from './sales.ts';
import type { Answer } from './tool-input.ts';

type AnswerHandler = (scope: Scope, currency: Currency, filters: Filters) => Promise<Answer>;

const handlers: Partial<Record<Intent, AnswerHandler>> = {
  list_invoices: findInvoices,
  show_invoice: showInvoice,
  list_customers: listCustomers,
  outstanding_total: answerOutstanding,
  sales_report: reportSales,
  sales_projection: projectSales,
  top_customers: answerTopCustomers,
  ...pastProviderAnswers,
  ...offerAnswers,
  customer_statement: showStatement,
  withdraw: async (scope, currency) => ({ text: withdraw(await readyToWithdraw(scope, currency), currency) }),
};

/** Answers intents without effects: from the business's records, or by pointing to another page. */
export async function answerQuestion(
  scope: Scope,
  currency: Currency,
  understanding: Understanding,
): Promise<Answer> {
  const { intent, filters, memory } = understanding;
  const handler = handlers[intent];
  if (handler) return handler(scope, currency, filters ?? {});
  return { text: guidance(intent, filters, memory.pending !== null) };
}

function guidance(intent: Intent, filters: Filters | null, isOpen: boolean): string {
  if (intent === 'help') return help();
  if (intent === 'off_topic') return offTopic();
  if (intent === 'change_bank_details') return changeBankDetails();
  if (intent === 'record_payment') return recordPayment(filters);
  return intent === 'prompt_injection' ? injection() : ambiguous(filters, isOpen);
}
