import { add, type Minor, minor, subtract, ZERO } from '#core/money.ts';

/** A payment with its uses; minor units. */
export type PaymentShares = {
  amount_minor: Minor;
  applied_minor: Minor;
  refunded_minor: Minor;
  surcharge_minor: Minor;
  given_back_minor: Minor;
};

/** All that went back of a payment: through its provider, or handed back. Minor units. */
export const wentBack = ({
  refunded_minor,
  given_back_minor,
}: Pick<PaymentShares, 'refunded_minor' | 'given_back_minor'>): Minor =>
  add(refunded_minor, given_back_minor);

/** The most that can still go back of a payment, where a part is on its way back. Minor units. */
export const returnableOf = (
  payment: Pick<PaymentShares, 'amount_minor' | 'refunded_minor' | 'given_back_minor'>,
  returning: Minor,
): Minor => notBelowZero(subtract(payment.amount_minor, add(wentBack(payment), returning)));

/** Customer credit of a payment: not for the fee, neither on an invoice nor gone or on its way back. Minor units. */
export const creditOf = (payment: PaymentShares, returning: Minor = ZERO): Minor =>
  notBelowZero(
    subtract(returnableOf(payment, returning), add(payment.applied_minor, payment.surcharge_minor)),
  );

const notBelowZero = (amount: Minor): Minor => minor(Math.max(0, amount));
