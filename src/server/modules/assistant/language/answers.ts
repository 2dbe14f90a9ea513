import type { Action, Draft, Filters, NewContact } from '#contract/assistant.ts';
import type { Speech } from './clauses.ts';
import { type ReadDraft, readDraft } from './draft.ts';
import { filtersFor, someOf } from './filters.ts';
import { withMemory } from './follow-up.ts';
import { contactIn } from './new-contact.ts';
import type { References } from './references.ts';
import type { Asked, Intent, Memory, Pending, Surroundings, Understanding } from './understanding.ts';

/** A message with everything needed to interpret it. */
export type Hearing = { speech: Speech; refs: References; memory: Memory; surroundings: Surroundings };

/** An understanding without content; the open task stays open. */
export function nothing({ memory }: Hearing, intent: Intent): Understanding {
  return {
    intent,
    draft: null,
    filters: null,
    customer: null,
    asks: intent === 'ambiguous' ? 'intent' : null,
    does: null,
    asides: [],
    memory: intent === 'cancel' ? { ...memory, pending: null } : memory,
  };
}

/** A request that is declined in chat; its subject is still reported. */
export function declined(hearing: Hearing, intent: Intent): Understanding {
  const { speech, refs, surroundings, memory } = hearing;
  const filters =
    intent === 'record_payment'
      ? withMemory(intent, filtersFor(intent, speech, refs, surroundings), speech, memory.last)
      : null;
  return { ...nothing(hearing, intent), filters };
}

/** A question or an action, with references to earlier messages resolved. */
export function asked(hearing: Hearing, intent: Intent): Understanding {
  const { speech, refs, surroundings, memory } = hearing;
  if (intent === 'help') return nothing(hearing, 'help');
  if (intent === 'add_customer') return asCustomer(hearing);
  if (
    intent === 'list_invoices' &&
    memory.last?.filters?.invoiceNumbers &&
    /\b(?:it|this|that one|am|the invoice)\b/.test(speech.text) &&
    !filtersFor(intent, speech, refs, surroundings)
  )
    return tasked(hearing, 'show_invoice', { invoiceNumbers: memory.last.filters.invoiceNumbers });
  const said = filtersFor(intent, speech, refs, surroundings);
  return tasked(hearing, intent, withMemory(intent, said, speech, memory.last));
}

const ACTIONS: ReadonlySet<Intent> = new Set(['send_invoice', 'send_reminder', 'delete_invoice']);

/** A question or an action whose filters are known. */
export function tasked(hearing: Hearing, intent: Intent, filters: Filters | null): Understanding {
  const acts = ACTIONS.has(intent);
  const { channels: _, ...about } = filters ?? {};
  const vague = (acts || intent === 'show_invoice') && Object.keys(about).length === 0;
  const asks: Asked | null = vague ? 'invoice' : null;
  const pending = acts || vague ? pendingOf(intent, { filters, asks }) : hearing.memory.pending;
  return {
    ...nothing(hearing, intent),
    filters,
    asks,
    memory: { pending, last: lastOf(hearing, intent, filters, null) },
  };
}

function pendingOf(intent: Intent, known: Partial<Pending>): Pending | null {
  if (
    intent !== 'send_invoice' &&
    intent !== 'send_reminder' &&
    intent !== 'delete_invoice' &&
    intent !== 'create_invoice' &&
    intent !== 'add_customer'
  )
    return null;
  return { action: intent, draft: null, filters: null, customer: null, asks: null, ...known };
}

/** The subject the next message may refer to. */
export function lastOf(
  { memory }: Hearing,
  intent: Intent,
  filters: Filters | null,
  name: string | null,
): Memory['last'] {
  const numbered = (filters?.invoiceNumbers?.length ?? 0) > 0;
  const before = numbered ? null : (memory.last?.customerName ?? null);
  return { intent, filters, customerName: filters?.customerName ?? name ?? before };
}

/** A new invoice. */
export function asInvoice(hearing: Hearing): Understanding {
  return drafted(hearing, readDraft(hearing.speech.words, hearing.surroundings), 'create_invoice', null);
}

/** An invoice as it stands after a message. */
export function drafted(
  hearing: Hearing,
  read: ReadDraft,
  intent: 'create_invoice' | 'edit_draft',
  before: Filters | null,
): Understanding {
  const filters = someOf({
    ...before,
    // oxlint-disable-next-line unicorn/no-thenable
    ...(read.then ? { then: read.then } : {}),
    ...(read.channels.length > 0 ? { channels: read.channels } : {}),
  });
  const pending: Pending = {
    action: 'create_invoice',
    draft: read.draft,
    filters,
    customer: null,
    asks: read.asks,
  };
  return {
    ...nothing(hearing, intent),
    draft: saysNothing(read.draft) ? null : read.draft,
    filters,
    asks: read.asks,
    asides: read.asides,
    memory: { pending, last: lastOf(hearing, 'create_invoice', null, read.draft.customerName) },
  };
}

function saysNothing({ customerName, customerEmail, customerPhone, items, dueDate }: Draft): boolean {
  return (
    customerName === null &&
    customerEmail === null &&
    customerPhone === null &&
    items.length === 0 &&
    dueDate === null
  );
}

/** A new customer. */
export function asCustomer(hearing: Hearing): Understanding {
  return contacted(
    hearing,
    contactIn(hearing.speech.words),
    'add_customer',
    NO_EMAIL.test(hearing.speech.text),
  );
}

const NO_EMAIL =
  /\b(?:no|without|skip|not have|don't have|doesn't have|doesnt have|no get|never get|has no|leave out)(?: (?:an?|any|the|his|her|their|hin))? (?:email|e-mail|mail)\b|\b(?:email|e-mail|mail)(?: address)?(?: (?:is|:|-))? (?:none|nil|not available|n\/a)\b/;

/** A customer as known after a message. */
export function contacted(
  hearing: Hearing,
  customer: NewContact,
  intent: 'add_customer' | 'edit_draft',
  skipped = false,
): Understanding {
  const asks: Asked | null =
    customer.name === null ? 'customerName' : customer.email === null && !skipped ? 'customerEmail' : null;
  const pending = pendingOf('add_customer', { customer, asks });
  return {
    ...nothing(hearing, intent),
    customer,
    asks,
    memory: { pending, last: lastOf(hearing, 'add_customer', null, customer.name) },
  };
}

/** The open proposal is confirmed. */
export function confirmed(hearing: Hearing, pending: Pending): Understanding {
  const { filters, draft, customer, action } = pending;
  return {
    ...nothing(hearing, 'confirm'),
    draft,
    filters,
    customer,
    does: action,
    memory: {
      pending: secondStep(pending),
      last: lastOf(hearing, action, about(filters), draft?.customerName ?? customer?.name ?? null),
    },
  };
}

const about = (filters: Filters | null): Filters | null => {
  const { channels: _, then: __, ...rest } = filters ?? {};
  return someOf(rest);
};

function secondStep({ filters, draft }: Pending): Pending | null {
  const then: Action | undefined = filters?.then;
  if (!then) return null;
  const next: Filters = {
    ...(draft?.customerName ? { customerName: draft.customerName } : {}),
    ...(filters?.channels ? { channels: filters.channels } : {}),
  };
  return pendingOf(then, { filters: someOf(next) });
}

/** Nothing but "invoice": most likely a new one, so that the next message may name its customer. */
export function aboutInvoice(hearing: Hearing): Understanding {
  const { draft } = readDraft([], hearing.surroundings);
  const pending = pendingOf('create_invoice', { draft, asks: 'customerName' });
  return { ...nothing(hearing, 'ambiguous'), memory: { ...hearing.memory, pending } };
}
