import * as z from 'zod/mini';
import { mailLayout, wordsOf } from '../layout.ts';
import type { Sender } from '../layout-html.ts';
import { oneLine } from '../locales/text.ts';
import {
  businessTakenOver,
  dataExported,
  deletionAsked,
  deletionCancelled,
  deletionWaits,
  documentsAccepted,
  documentsRefused,
  emailChange,
  emailChangeAsked,
  emailChanged,
  extensionConnected,
  googleLinked,
  googleUnlinked,
  newBrowser,
  ownPasswordChanged,
  passkeyAdded,
  passkeyRemoved,
  passkeySuspended,
  proofCode,
  recoveryCodesMade,
  recoveryCodeUsed,
  signInsSlowed,
  twoFactorSet,
} from '../templates/account.ts';
import {
  cardChargeAhead,
  cardChargeOff,
  cardNews,
  cardNotCharged,
  cardSaved,
  cardStopped,
} from '../templates/cards.ts';
import {
  certificateReminder,
  creditNote,
  creditNoteWithdrawn,
  customerStatement,
  exemptionRequest,
  invoiceReminder,
  invoiceSent,
  portalLinks,
  promiseDue,
  receipt,
} from '../templates/customer.ts';
import { passwordChanged, passwordReset, verification } from '../templates/identity.ts';
import { invoiceOverdue, messageFailed } from '../templates/invoices.ts';
import {
  moneyOfNobody,
  moneyUnresolved,
  payoutsStopped,
  reconciliationFound,
} from '../templates/operator.ts';
import {
  paymentReceived,
  paymentRefunded,
  paymentUnmatched,
  refundFailed,
  refundSent,
} from '../templates/payments.ts';
import {
  payoutAccountSet,
  pinLocked,
  pinSet,
  staffAccountSet,
  whatsappLinked,
} from '../templates/security.ts';
import { quoteAccepted, quoteAnswered, quoteCode, quoteSent } from '../templates/quotes.ts';
import type { EmailContent } from '../templates/types.ts';
import { weeklySummary } from '../templates/weekly.ts';
import { severalPaid, staffPaid, withdrawalCompleted, withdrawalFailed } from '../templates/withdrawals.ts';

const templates = {
  verification,
  passwordReset,
  passwordChanged,
  emailChange,
  emailChangeAsked,
  emailChanged,
  ownPasswordChanged,
  twoFactorSet,
  recoveryCodesMade,
  recoveryCodeUsed,
  googleLinked,
  googleUnlinked,
  businessTakenOver,
  extensionConnected,
  newBrowser,
  signInsSlowed,
  passkeyAdded,
  passkeyRemoved,
  passkeySuspended,
  proofCode,
  dataExported,
  deletionAsked,
  deletionCancelled,
  deletionWaits,
  documentsAccepted,
  documentsRefused,
  pinSet,
  pinLocked,
  payoutAccountSet,
  staffAccountSet,
  whatsappLinked,
  invoiceSent,
  invoiceReminder,
  promiseDue,
  invoiceOverdue,
  messageFailed,
  receipt,
  paymentReceived,
  paymentRefunded,
  paymentUnmatched,
  refundSent,
  creditNote,
  creditNoteWithdrawn,
  certificateReminder,
  exemptionRequest,
  customerStatement,
  portalLinks,
  quoteSent,
  quoteCode,
  quoteAccepted,
  quoteAnswered,
  refundFailed,
  cardSaved,
  cardChargeAhead,
  cardChargeOff,
  cardNotCharged,
  cardStopped,
  cardNews,
  staffPaid,
  severalPaid,
  withdrawalCompleted,
  withdrawalFailed,
  weeklySummary,
  payoutsStopped,
  reconciliationFound,
  moneyOfNobody,
  moneyUnresolved,
};

export type EmailTemplateName = keyof typeof templates;
export type Facts = { [L in EmailTemplateName]: Parameters<(typeof templates)[L]>[0] };
type TemplateFunctions = { [L in EmailTemplateName]: (facts: Facts[L]) => EmailContent };

/** A message to one person. The same `key` is sent once for ever. */
export type NewMail<L extends EmailTemplateName> = { key: string; to: string; template: L; facts: Facts[L] };

/** Business whose cloth band heads a message; colours as `#rgb` or `#rrggbb`. */
const clothBand = z.object({
  businessId: z.string(),
  primaryColor: z.string(),
  secondaryColor: z.string(),
});
export type ClothBand = z.output<typeof clothBand>;

/** A rendered email. With a `band` the HTML shows its picture, which is drawn at sending. */
const rendered = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  band: z._default(z.nullable(clothBand), null),
  fromName: z.optional(z.string()),
  replyTo: z.optional(z.object({ name: z.string(), address: z.string() })),
  unsubscribeUrl: z.optional(z.string()),
});

/** Renders an email. A business's message carries its name as sender and its address as Reply-To. */
export function render<L extends EmailTemplateName>(template: L, facts: Facts[L]): z.output<typeof rendered> {
  const functions: TemplateFunctions = templates;
  const { subject, content } = functions[template](facts);
  const { business, unsubscribe } = content;
  return {
    subject: oneLine(subject),
    ...mailLayout(content),
    band: bandOf(business),
    ...(business ? { fromName: business.name } : {}),
    ...(business?.email ? { replyTo: { name: business.name, address: business.email } } : {}),
    ...(unsubscribe ? { unsubscribeUrl: unsubscribe.url } : {}),
  };
}

/** An email as it waits to be sent: a tenth of what it is when rendered. Facts are as JSON keeps them. */
export type QueuedEmail = Pick<NewMail<EmailTemplateName>, 'template' | 'facts'> & {
  unsubscribeUrl?: string | undefined;
};

const queued = z.object({
  template: z.custom<EmailTemplateName>((name) => typeof name === 'string' && isTemplateName(name)),
  facts: z.custom<Facts[EmailTemplateName]>((facts) => typeof facts === 'object' && facts !== null),
  unsubscribeUrl: z.optional(z.string()),
});

/** Renders a queued email; one that was queued by a version before came rendered. Throws where it is neither. */
export function renderQueued(content: unknown): z.output<typeof rendered> {
  const before = z.safeParse(rendered, content);
  if (before.success) return before.data;
  const { template, facts, unsubscribeUrl } = z.parse(queued, content);
  return { ...(unsubscribeUrl ? { unsubscribeUrl } : {}), ...render(template, facts) };
}

/** The words of a letter for its sender to copy: without our footer. */
export function letterOf<L extends EmailTemplateName>(
  template: L,
  facts: Facts[L],
): { subject: string; text: string } {
  const functions: TemplateFunctions = templates;
  const { subject, content } = functions[template](facts);
  return { subject: oneLine(subject), text: wordsOf(content) };
}

/** The names of all email templates. */
export const emailTemplateNames = (): EmailTemplateName[] => Object.keys(templates).filter(isTemplateName);

/** Where a message's text is sealed to. */
export const sealingPlace = (key: string): string => `mails.content:${key}`;

const isTemplateName = (name: string): name is EmailTemplateName => Object.hasOwn(templates, name);

const bandOf = (business: Sender | undefined): ClothBand | null =>
  business?.id
    ? {
        businessId: business.id,
        primaryColor: business.primaryColor,
        secondaryColor: business.secondaryColor ?? '',
      }
    : null;
