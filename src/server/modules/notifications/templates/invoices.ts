import { formatLongDate } from '#core/dates.ts';
import { formatMoney } from '#core/money.ts';
import { clip, oneLine } from '../locales/text.ts';
import { named } from './customer.ts';
import { ABOUT_ACCOUNT, type EmailContent, type InvoiceFacts } from './types.ts';

/** To the owner, on the day after the due date. */
export const invoiceOverdue = (
  facts: Pick<InvoiceFacts, 'customerName' | 'number' | 'balance' | 'currency' | 'due'> & {
    firstName: string;
    /** The invoice in the dashboard, where a reminder is one click away. */
    invoiceUrl: string;
  },
): EmailContent => ({
  subject: `Invoice ${facts.number} for ${named(facts.customerName)} is overdue`,
  content: {
    heading: `${facts.number} is overdue`,
    amount: {
      label: 'Still to pay',
      money: formatMoney(facts.balance, facts.currency),
      note: `Was due ${formatLongDate(facts.due)}`,
      tone: 'bad',
    },
    paragraphs: [
      `Hello ${facts.firstName},`,
      `${facts.customerName} has not paid invoice ${facts.number} in full. A friendly reminder often helps.`,
    ],
    button: { label: 'See the invoice', url: facts.invoiceUrl },
    footer: ABOUT_ACCOUNT,
  },
});

/** To the owner: a message to a customer did not arrive. */
export const messageFailed = (facts: {
  firstName: string;
  channel: 'email' | 'whatsapp';
  customerName: string;
  /** Where it went: the email address or the number. */
  address: string;
  /** The invoice it was about; null for another message. */
  number: string | null;
  /** In the words of whoever refused it. */
  reason: string;
  /** The address does not exist or refuses for good. */
  bounced: boolean;
  /** Where the owner can correct it; absolute. */
  url: string;
}): EmailContent => {
  const channelLabel = facts.channel === 'email' ? 'email' : 'WhatsApp message';
  const customer = named(facts.customerName);
  return {
    subject: `Your ${channelLabel} to ${customer} did not arrive`,
    content: {
      heading: `${customer} did not get your ${channelLabel}`,
      paragraphs: [
        `Hello ${facts.firstName},`,
        facts.number
          ? `The ${channelLabel} to ${facts.customerName} about invoice ${facts.number} did not arrive.`
          : `A ${channelLabel} to ${facts.customerName} did not arrive.`,
        advice(facts),
      ],
      facts: [
        [facts.channel === 'email' ? 'Address' : 'Number', facts.address],
        ['Reason given', clipped(facts.reason)],
      ],
      button: { label: facts.number ? 'See the invoice' : 'See the customer', url: facts.url },
      footer: ABOUT_ACCOUNT,
    },
  };
};

const MAX_REASON_LENGTH = 300;
const clipped = (reason: string) => clip(oneLine(reason), MAX_REASON_LENGTH);

function advice({ channel, bounced }: { channel: 'email' | 'whatsapp'; bounced: boolean }): string {
  if (channel === 'whatsapp')
    return bounced
      ? 'Check that the number is on WhatsApp, or send the invoice by email or as a link instead.'
      : 'You can send it yourself: open the invoice and share it by WhatsApp from your own phone, or by email.';
  return bounced
    ? 'Check the address with them, correct it on the customer and send again. Nothing more goes to this address until then.'
    : 'You can send it again, or share the link of the invoice by WhatsApp.';
}
