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
import { paragraphs } from '../replies/format.ts';
import { asidesText } from '../replies/questions.ts';
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

/** Answers intents without effects: from the business's records, or by pointing to another page. `isOpen`: something waits for a yes. */
export async function answerQuestion(
  scope: Scope,
  currency: Currency,
  understanding: Understanding,
  isOpen = false,
): Promise<Answer> {
  const { intent, filters, asides } = understanding;
  const answer = await handlers[intent]?.(scope, currency, filters ?? {});
  if (answer) return { ...answer, text: paragraphs(asidesText(asides), answer.text) };
  return { text: guidance(understanding, isOpen) };
}

function guidance({ intent, filters, asides }: Understanding, isOpen: boolean): string {
  if (intent === 'help') return asidesText(asides) ?? help();
  if (intent === 'off_topic') return offTopic();
  if (intent === 'change_bank_details') return changeBankDetails();
  if (intent === 'record_payment') return recordPayment(filters);
  return intent === 'prompt_injection' ? injection() : ambiguous(filters, isOpen);
}
