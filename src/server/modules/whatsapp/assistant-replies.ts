import * as z from 'zod/mini';
import type { Draft } from '#contract/assistant.ts';
import { add, type Currency, formatMoney, majorToMinor, type Minor, minor } from '#core/money.ts';
import type { MessageRow, ProposalRow } from '#server/modules/assistant/queries/threads.ts';
import { formatted, truncate } from './formatting.ts';
import { type Reply, toReplies } from './replies.ts';
import { cancelId, changeId, chooseId, confirmId, forwardId, sendId } from './rules.ts';
import { confirmHint, pickHint, sendHint } from './texts.ts';

const MAX_FORWARDS = 5;
const MAX_LEAD = 120;

/** An answer of the assistant as messages; `proposal` is what waits to be confirmed with it. */
export function repliesForAnswer(row: MessageRow, proposal: ProposalRow | null, publicUrl: string): Reply[] {
  const address = `${publicUrl}/dashboard/chat`;
  const { text, forwards } = formatted(row.content, publicUrl);
  const choices = choicesOf(row, proposal);
  const forwardReplies = forwards.slice(0, MAX_FORWARDS).flatMap((one) => toReplies(one, { address }));
  return [...toReplies(text, { address, ...(choices ? { choices } : {}) }), ...forwardReplies];
}

type Choices = Parameters<typeof toReplies>[1]['choices'];

function choicesOf(row: MessageRow, proposal: ProposalRow | null): Choices | undefined {
  if (proposal) return confirmChoices(proposal);
  return pickChoices(row) ?? forwardChoices(row);
}

function confirmChoices(proposal: ProposalRow): Choices {
  const { id } = proposal;
  return {
    fallback: confirmHint,
    lead: summaryOf(proposal),
    buttons: [
      { id: confirmId(id), title: 'Confirm' },
      { id: changeId(id), title: 'Change' },
      { id: cancelId(id), title: 'Cancel' },
    ],
  };
}

const amounts = z.object({
  customer: z.optional(z.object({ name: z.string() })),
  total: z.optional(z.number()),
  invoices: z.optional(z.array(z.object({ customerName: z.string(), balance: z.number() }))),
});

/** Customer and amount, shown above the buttons of a long proposal. */
function summaryOf({ arguments: args, currency }: ProposalRow): string | undefined {
  const read = z.safeParse(amounts, args);
  if (!read.success) return undefined;
  const { customer, total, invoices } = read.data;
  if (customer && total !== undefined) return amountLine(customer.name, minor(total), currency);
  const [first] = invoices ?? [];
  if (!first || !invoices) return undefined;
  const owed = add(...invoices.map(({ balance }) => minor(balance)));
  const others = new Set(invoices.map(({ customerName }) => customerName)).size - 1;
  return amountLine(
    others > 0 ? `${first.customerName} and ${others} more` : first.customerName,
    owed,
    currency,
  );
}

const amountLine = (name: string, amount: Minor, currency: Currency) =>
  `*${truncate(name, MAX_LEAD)}*: ${formatMoney(amount, currency)}`;

function pickChoices({ id, memory, outcome }: MessageRow): Choices | undefined {
  const choices = memory?.choices ?? [];
  if (choices.length === 0 || !outcome?.asks) return undefined;
  const list = choices.map(({ told, pick }, at) => {
    const title = 'name' in pick ? pick.name : 'draft' in pick ? totalOf(pick.draft) : (told[0] ?? '');
    const more = told.filter((one) => one !== title);
    return { id: chooseId(id, at + 1), title: `${at + 1}. ${title}`, description: more.join(', ') };
  });
  return { fallback: pickHint(choices.length), label: 'Choose', list };
}

const totalOf = ({ total, currency }: Draft): string =>
  formatMoney(majorToMinor(total ?? 0), currency ?? 'NGN');

// The answer names what was made by a link to it.
function forwardChoices({ content, outcome }: MessageRow): Choices | undefined {
  if (outcome?.intent !== 'confirm' || outcome.does !== 'create_invoice') return undefined;
  const invoiceId = /\/dashboard\/invoices\?invoice=(inv_[0-9a-z]{26})\)/.exec(content)?.[1];
  if (!invoiceId) return undefined;
  return {
    fallback: sendHint,
    buttons: [
      { id: forwardId(invoiceId), title: 'Get link to forward' },
      { id: sendId(invoiceId), title: 'Send it' },
    ],
  };
}
