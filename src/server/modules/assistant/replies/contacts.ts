import { formatPhone } from '#core/phone.ts';
import type { Customer } from '#server/modules/customers/queries/by-name.ts';
import type { NewContactArguments, RejectReason } from '#server/modules/customers/tools/add.ts';
import { escapeMarkdown } from './escape.ts';
import { link } from './format.ts';
import { onCard, type Reply, reply } from './reply.ts';

const contactOf = ({ email, phone }: { email: string; phone: string | null }) =>
  [email, formatPhone(phone ?? '')].filter(Boolean).map(escapeMarkdown).join(', ');

/** A customer for the owner to look at before it is saved. */
export const contactProposed = (contact: NewContactArguments): Reply =>
  reply(
    `Save **${escapeMarkdown(contact.name)}** as a customer${contactOf(contact) ? ` (${contactOf(contact)})` : ''}?`,
    contact.email === '' && 'Without an email address, invoices go to them by WhatsApp.',
    onCard('Nothing is saved yet. Say **yes** to save, or tell me what to change.'),
  );

/** The customer is saved. */
export const contactSaved = (customer: Customer): string =>
  `**${escapeMarkdown(customer.name)}** is saved among your ${link('customers', '/customers')}.`;

/** Why nobody is saved. */
export function contactRefused(why: RejectReason): string {
  if (why.kind === 'badName') return 'A name has at most 120 characters. What is the customer’s name?';
  if (why.kind === 'noContact')
    return `A customer needs a phone number or an email address. What is the number of **${escapeMarkdown(why.name)}**?`;
  return why.kind === 'known'
    ? `You already have **${escapeMarkdown(why.customer.name)}** on your list${contactOf(why.customer) ? ` (${contactOf(why.customer)})` : ''}.`
    : `“${escapeMarkdown(why.email)}” is not an email address. What is it?`;
}

/** The one question about a new customer. */
export const contactQuestion = (name: string | null): string =>
  name
    ? `What is the email address of **${escapeMarkdown(name)}**? Say “skip” if there is none.`
    : 'What is the customer’s name?';
