import type { Draft } from '#contract/assistant.ts';
import type { FieldError } from '#core/errors.ts';
import type { Currency } from '#core/money.ts';
import { formatPhone } from '#core/phone.ts';
import type { Scope } from '#server/kernel/scope.ts';
import {
  type DraftArguments,
  draftShown,
  draftTool,
  type DraftWhy,
} from '#server/modules/invoices/tools/draft.ts';
import type { MissingField, Pending, Understanding } from '../language/types.ts';
import type { StoredMemory } from '../memory.ts';
import { outcomeOf, type Plan } from '../plan.ts';
import {
  draftSummary,
  invalidInvoice,
  invoiceProposed,
  MAX_CUSTOMERS,
  whichCustomer,
} from '../replies/drafts.ts';
import { asidesText, draftQuestion } from '../replies/questions.ts';
import { onCard, reply } from '../replies/reply.ts';

/**
 * An open invoice: asks for the missing field, or proposes it. `chosen` is the customer picked from several.
 */
export async function planInvoiceDraft(
  scope: Scope,
  currency: Currency,
  u: Understanding,
  chosen: StoredMemory['customer'],
): Promise<Plan> {
  const draft = u.draft ?? u.memory.pending?.draft ?? null;
  const customer = chosen && chosen.name === draft?.customerName ? chosen : undefined;
  const pending = pendingOf(u, draft);
  if (!draft || (u.asks && u.asks !== 'customerEmail'))
    return questionPlan(u, { ...pending, asks: u.asks ?? 'customerName' });
  const prepared = await draftTool.prepare(scope, draft.currency ?? currency, {
    draft,
    customerId: customer?.id,
    next: nextOf(u),
  });
  if (!prepared.ok) return refusalPlan(u, draft, pending, prepared.why);
  return proposalPlan(u, draft, pending, prepared.arguments, draft.currency ?? currency, customer);
}

const pendingOf = ({ memory, filters, asks }: Understanding, draft: Draft | null): Pending => ({
  action: 'create_invoice',
  filters: memory.pending?.filters ?? filters,
  customer: null,
  draft,
  asks,
});

function nextOf({ filters, memory }: Understanding): DraftArguments['next'] {
  const pendingFilters = filters ?? memory.pending?.filters;
  return pendingFilters?.then === 'send_invoice' ? { channels: pendingFilters.channels ?? [] } : null;
}

function questionPlan(u: Understanding, pending: Pending & { asks: MissingField }): Plan {
  const { draft, asks } = pending;
  return {
    ...reply(draft && onCard(draftSummary(draft) ?? ''), asidesText(u.asides), draftQuestion(asks, draft)),
    outcome: outcomeOf(u, { draft: u.draft, asks }),
    memory: { ...u.memory, pending },
    effect: { kind: 'drop' },
  };
}

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
  const field = first?.path.split('.').at(-1);
  if (field === 'rate' || field === 'description') return field;
  if (field === 'customerName' || field === 'customerEmail' || field === 'dueDate') return field;
  return 'items';
}

function proposalPlan(
  u: Understanding,
  draft: Draft,
  pending: Pending,
  args: DraftArguments,
  currency: Currency,
  customer: StoredMemory['customer'],
): Plan {
  // A filled-in due date counts from now on ("three days later"); the customer is looked up anew each time.
  const completed = { ...draft, dueDate: args.invoice.dueDate };
  return {
    ...reply(asidesText(u.asides), invoiceProposed(args, draft, currency)),
    outcome: outcomeOf(u, { draft: draftShown(draft, args), asks: null }),
    memory: {
      ...u.memory,
      pending: { ...pending, draft: completed, asks: null },
      ...(customer ? { customer } : {}),
    },
    effect: { kind: 'propose', proposed: { action: 'create_invoice', currency, arguments: args } },
  };
}
