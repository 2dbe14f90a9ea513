import * as z from 'zod/mini';
import { mailLayout } from './layout.ts';
import {
  dataExported,
  deletionAsked,
  deletionCancelled,
  deletionWaits,
  emailChange,
  emailChangeAsked,
  emailChanged,
  googleLinked,
  ownPasswordChanged,
  recoveryCodeUsed,
  recoveryCodesMade,
  twoFactorSet,
} from './letters/account.ts';
import { passwordChanged, passwordReset, verification } from './letters/identity.ts';
import { invoiceOverdue, invoiceReminder, invoiceSent } from './letters/invoices.ts';
import type { Letter } from './letters/letter.ts';
import { moneyOfNobody, moneyUnresolved, payoutsStopped, reconciliationFound } from './letters/operator.ts';
import { paymentReceived, paymentRefunded, receipt, refundFailed, refundSent } from './letters/payments.ts';
import { payoutAccountSet, pinLocked, pinSet } from './letters/security.ts';
import { severalPaid, staffPaid, withdrawalCompleted, withdrawalFailed } from './letters/withdrawals.ts';

const letters = {
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
  dataExported,
  deletionAsked,
  deletionCancelled,
  deletionWaits,
  pinSet,
  pinLocked,
  payoutAccountSet,
  invoiceSent,
  invoiceReminder,
  invoiceOverdue,
  receipt,
  paymentReceived,
  paymentRefunded,
  refundSent,
  refundFailed,
  staffPaid,
  severalPaid,
  withdrawalCompleted,
  withdrawalFailed,
  payoutsStopped,
  reconciliationFound,
  moneyOfNobody,
  moneyUnresolved,
};

export type LetterName = keyof typeof letters;
export type Facts = { [L in LetterName]: Parameters<(typeof letters)[L]>[0] };
type Writers = { [L in LetterName]: (facts: Facts[L]) => Letter };

/** A message to one person. The same `key` is sent once for ever. */
export type NewMail<L extends LetterName> = { key: string; to: string; letter: L; facts: Facts[L] };

/** A message as it is sent. */
export const rendered = z.object({ subject: z.string(), text: z.string(), html: z.string() });

/** Writes a message out. */
export function render<L extends LetterName>(letter: L, facts: Facts[L]): z.output<typeof rendered> {
  const writers: Writers = letters;
  const { subject, content } = writers[letter](facts);
  return { subject, ...mailLayout(content) };
}

/** Where a message's text is sealed to. */
export const sealingPlace = (key: string): string => `mails.content:${key}`;
