import type { NewContact } from '#contract/assistant.ts';
import type { Currency } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { addTool } from '#server/modules/customers/tools/add.ts';
import type { Understanding } from '../language/types.ts';
import { outcomeOf, type Plan } from '../plan.ts';
import { contactProposed, contactQuestion, contactRefused } from '../replies/contacts.ts';

const missingField = {
  badEmail: 'customerEmail',
  noContact: 'customerEmail',
  badName: 'customerName',
  known: null,
} as const;

/** A new customer: asks for the name or the email address, or proposes to save. */
export async function planNewCustomer(scope: Scope, currency: Currency, u: Understanding): Promise<Plan> {
  const contact = u.customer ?? u.memory.pending?.customer ?? null;
  const name = contact?.name?.trim() || null;
  if (u.asks || !contact || !name)
    return {
      text: contactQuestion(u.asks === 'customerName' ? null : name),
      outcome: outcomeOf(u, { asks: u.asks ?? 'customerName' }),
      memory: u.memory,
      effect: { kind: 'drop' },
    };
  const prepared = await addTool.prepare(scope, currency, { ...contact, name });
  if (prepared.ok)
    return {
      ...contactProposed(prepared.arguments),
      outcome: outcomeOf(u, { asks: null }),
      memory: u.memory,
      effect: {
        kind: 'propose',
        proposed: { action: 'add_customer', currency, arguments: prepared.arguments },
      },
    };
  const asks = missingField[prepared.why.kind];
  const { pending } = u.memory;
  return {
    text: contactRefused(prepared.why),
    outcome: outcomeOf(u, { asks }),
    memory: {
      ...u.memory,
      pending: asks && pending ? { ...pending, asks, customer: withoutInvalid(contact, asks) } : null,
    },
    effect: { kind: 'drop' },
  };
}

const withoutInvalid = (contact: NewContact, asks: 'customerName' | 'customerEmail'): NewContact =>
  asks === 'customerName' ? { ...contact, name: null } : contact;
