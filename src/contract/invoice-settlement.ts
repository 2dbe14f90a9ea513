import * as z from 'zod/mini';
import { attemptStates } from '#core/attempt-states.ts';
import { withholdingKinds } from '#core/tax-rates.ts';
import { toldEarlyPayment } from './early-payment.ts';
import { scheduledPart } from './payment-schedule.ts';
import { amount, instant, percent, recordId } from './wire.ts';

/** Ways to settle an invoice without money. */
export const adjustmentKinds = ['credit_note', 'withholding', 'write_off', 'early_discount'] as const;

/** The settlement of an invoice, with and without money. */
export const invoiceSettlement = {
  /** The account printed on it; null where none is. */
  bankDetails: z.nullable(
    z.object({
      bankName: z.string(),
      accountNumber: z.string(),
      accountName: z.string(),
      bankCode: z.string(),
    }),
  ),
  /** The parts it is paid in, with how far each is settled; empty where it is paid in one. */
  schedule: z.array(scheduledPart),
  /** The discount for paying early; null where none was offered. */
  earlyPayment: z.nullable(toldEarlyPayment),
  /** Parts of it that were settled without money, newest first; below zero they were taken back. */
  adjustments: z.array(
    z.object({
      ...recordId,
      kind: z.enum(adjustmentKinds),
      amount,
      note: z.string(),
      createdAt: instant,
    }),
  ),
  /** Tax the customer keeps of it; null where none is. */
  withholding: z.nullable(
    z.object({
      ...recordId,
      kind: z.enum(withholdingKinds),
      rate: percent,
      amount,
      /** The part of the balance that is asked for. */
      net: amount,
      state: z.string(),
    }),
  ),
  /**
   * Tax nobody declared: `missing` where exactly that is short after money came, `expected` where the customer usually keeps it;
   * null where nothing speaks for it.
   */
  likelyTax: z.nullable(
    z.object({
      state: z.enum(['missing', 'expected']),
      kind: z.enum(withholdingKinds),
      rate: percent,
      /** The sum it is counted on: the invoice without VAT. */
      base: amount,
      amount,
      /** The part of the balance that is asked for if it is kept. */
      net: amount,
    }),
  ),
  payments: z.array(
    z.object({
      ...recordId,
      amount,
      method: z.string(),
      /** `provider` confirmed it; it was seen in the bank's `statement`; somebody typed it by `hand`. */
      evidence: z.string(),
      status: z.string(),
      /** Where the attempt stands, and the sentence its owner is told. */
      state: z.enum(attemptStates),
      told: z.string(),
      createdAt: instant,
    }),
  ),
  /**
   * The newest attempt where it is no payment here: its payer came back before the provider told of one, or what came was
   * in another currency, which `amount` says nothing of.
   */
  unanswered: z.nullable(z.object({ state: z.enum(attemptStates), told: z.string(), amount, at: instant })),
};
