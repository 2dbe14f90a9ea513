import type { Draft } from '#contract/assistant.ts';
import type { FieldError } from '#core/errors.ts';
import type { Currency } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import {
  type DraftArguments,
  draftShown,
  draftTool,
  type DraftWhy,
} from '#server/modules/invoices/tools/draft.ts';
import type { Asked, Pending, Understanding } from '../language/understanding.ts';
import type { StoredMemory } from '../memory.ts';
import { outcomeOf, type Plan } from '../plan.ts';
import { asidesText, draftQuestion } from '../replies/asking.ts';
import { impossible, invoiceProposed, MOST_CUSTOMERS, soFar, whichCustomer } from '../replies/drafts.ts';
import { paragraphs } from '../replies/words.ts';

/**
 * An open invoice: asks for the missing field, or proposes it. `chosen` is the customer picked from several.
 */
export async function planDraft(
  scope: Scope,
  currency: Currency,
  u: Understanding,
  chosen: StoredMemory['customer'],
): Promise<Plan> {
  const draft = u.draft ?? u.memory.pending?.draft ?? null;
  const customer = chosen && chosen.name === draft?.customerName ? chosen : undefined;
  const pending = pendingOf(u, draft);
  if (!draft || (u.asks && u.asks !== 'customerEmail'))
    return asking(u, { ...pending, asks: u.asks ?? 'customerName' });
  const prepared = await draftTool.prepare(scope, draft.currency ?? currency, {
    draft,
    customerId: customer?.id,
    next: nextOf(u),
  });
  if (!prepared.ok) return refused(u, draft, pending, prepared.why);
  return proposing(u, draft, pending, prepared.arguments, draft.currency ?? currency, customer);
}

const pendingOf = ({ memory, filters, asks }: Understanding, draft: Draft | null): Pending => ({
  action: 'create_invoice',
  filters: memory.pending?.filters ?? filters,
  customer: null,
  draft,
  asks,
});

function nextOf({ filters, memory }: Understanding): DraftArguments['next'] {
  const said = filters ?? memory.pending?.filters;
  return said?.then === 'send_invoice' ? { channels: said.channels ?? [] } : null;
}

function asking(u: Understanding, pending: Pending & { asks: Asked }): Plan {
  const { draft, asks } = pending;
  return {
    text: paragraphs(draft && soFar(draft), asidesText(u.asides), draftQuestion(asks, draft)),
    outcome: outcomeOf(u, { draft: u.draft, asks }),
    memory: { ...u.memory, pending },
    effect: { kind: 'drop' },
  };
}

function refused(u: Understanding, draft: Draft, pending: Pending, why: DraftWhy): Plan {
  if (why.kind === 'invalid') {
    const asks = askedBy(why.errors);
    return {
      text: impossible(why.errors, draft),
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
      choices: why.customers.slice(0, MOST_CUSTOMERS).map(({ id, name, email, phone }) => ({
        told: [email, phone ?? '', name].filter(Boolean),
        pick: { customerId: id, name },
      })),
    },
    effect: { kind: 'drop' },
  };
}

/** The field to ask for: that of the first validation error. */
function askedBy([first]: readonly FieldError[]): Asked {
  const field = first?.path.split('.').at(-1);
  if (field === 'rate' || field === 'description') return field;
  if (field === 'customerName' || field === 'customerEmail' || field === 'dueDate') return field;
  return 'items';
}

function proposing(
  u: Understanding,
  draft: Draft,
  pending: Pending,
  args: DraftArguments,
  currency: Currency,
  customer: StoredMemory['customer'],
): Plan {
  // A filled-in due date counts from now on ("three days later"); the customer is looked up anew each time.
  const kept = { ...draft, dueDate: args.invoice.dueDate };
  return {
    text: paragraphs(asidesText(u.asides), invoiceProposed(args, draft, currency)),
    outcome: outcomeOf(u, { draft: draftShown(draft, args), asks: null }),
    memory: {
      ...u.memory,
      pending: { ...pending, draft: kept, asks: null },
      ...(customer ? { customer } : {}),
    },
    effect: { kind: 'propose', proposed: { action: 'create_invoice', currency, arguments: args } },
  };
}
