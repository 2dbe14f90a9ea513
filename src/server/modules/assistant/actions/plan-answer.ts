import type { Currency } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { answerQuestion } from '../answers/answer-question.ts';
import type { Understanding } from '../language/types.ts';
import type { StoredMemory } from '../memory.ts';
import { outcomeOf, type Plan } from '../plan.ts';
import { cancelled } from '../replies/questions.ts';
import { planNewCustomer } from './add-customer.ts';
import { isDrafted, planInvoiceDraft } from './draft-invoice.ts';
import { planInvoiceAction } from './invoice-action.ts';
import { planTask } from './plan-task.ts';
import { withDrafts } from './kept-drafts.ts';
import { planPayment } from './record-payment.ts';
import { isTask } from './tasks.ts';

/** Plans the answer to an understanding. Reads only; proposals are executed after confirmation. */
export async function planAnswer(
  scope: Scope,
  currency: Currency,
  u: Understanding,
  before: StoredMemory,
): Promise<Plan> {
  const plan = await planned(scope, currency, u, before);
  return withDrafts(u, plan, before);
}

async function planned(
  scope: Scope,
  currency: Currency,
  u: Understanding,
  before: StoredMemory,
): Promise<Plan> {
  switch (u.intent) {
    case 'confirm':
      return confirmPlan(u, before);
    case 'cancel':
      return {
        text: cancelled(before.pending?.action ?? null, u.filters),
        outcome: outcomeOf(u),
        memory: { ...u.memory, pending: null },
        effect: { kind: 'drop' },
      };
    case 'create_invoice':
    case 'create_quote':
    case 'create_plan':
      return planInvoiceDraft(scope, currency, u, before);
    case 'add_customer':
      return planNewCustomer(scope, currency, u);
    case 'send_invoice':
    case 'send_reminder':
    case 'delete_invoice':
      return planInvoiceAction(scope, currency, u, u.intent);
    case 'note_promise':
    case 'credit_note':
    case 'write_off':
    case 'withholding':
    case 'convert_quote':
      return planTask(scope, currency, u, u.intent);
    case 'change_plan':
      return u.change ? planTask(scope, currency, u, u.intent) : planLookup(scope, currency, u, before);
    case 'customer_statement':
      return u.filters?.channels
        ? planTask(scope, currency, u, u.intent)
        : planLookup(scope, currency, u, before);
    case 'record_payment':
      return u.payment ? planPayment(scope, currency, u) : planLookup(scope, currency, u, before);
    case 'edit_draft':
      return planEdit(scope, currency, u, before);
    default:
      return planLookup(scope, currency, u, before);
  }
}

// The text comes from the execution.
const confirmPlan = (u: Understanding, { proposalId }: StoredMemory): Plan => ({
  text: '',
  outcome: outcomeOf(u),
  memory: u.memory,
  effect: { kind: 'confirm', proposalId: proposalId ?? null, filters: u.filters, kept: u.memory.kept },
});

function planEdit(scope: Scope, currency: Currency, u: Understanding, before: StoredMemory): Promise<Plan> {
  const action = u.memory.pending?.action ?? before.pending?.action ?? 'create_invoice';
  if (isDrafted(action)) return planInvoiceDraft(scope, currency, u, before);
  if (action === 'record_payment' || action === 'note_claim') return planPayment(scope, currency, u);
  if (isTask(action)) return planTask(scope, currency, u, action);
  return action === 'add_customer'
    ? planNewCustomer(scope, currency, u)
    : planInvoiceAction(scope, currency, u, action);
}

const screenFor: Partial<Record<Understanding['intent'], string>> = {
  withdraw: 'withdrawal',
  change_bank_details: 'settings',
  record_payment: 'payments',
  change_plan: 'invoices/repeating',
  change_quote: 'quotes',
};

// A question in between leaves the open proposal unchanged.
async function planLookup(
  scope: Scope,
  currency: Currency,
  u: Understanding,
  before: StoredMemory,
): Promise<Plan> {
  const { proposalId, choices, customer } = before;
  const isOpen = Boolean(u.memory.pending && (proposalId || choices || u.memory.pending.draft));
  const { text, last } = await answerQuestion(scope, currency, u, isOpen);
  const screen = screenFor[u.intent];
  const unchanged = u.memory.pending
    ? {
        ...(proposalId ? { proposalId } : {}),
        ...(choices ? { choices } : {}),
        ...(customer ? { customer } : {}),
      }
    : {};
  const remembered = u.memory.last ?? { intent: u.intent, filters: u.filters, customerName: null };
  return {
    text,
    outcome: outcomeOf(u, { refused: screen ? { pointTo: screen } : null }),
    memory: { ...u.memory, last: last ? { ...remembered, ...last } : u.memory.last, ...unchanged },
    effect: before.pending && !u.memory.pending ? { kind: 'drop' } : { kind: 'none' },
  };
}
