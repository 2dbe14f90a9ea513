import { type Minor, minor } from '#core/money.ts';

/** A payment with its uses; minor units. */
export type PaymentShares = {
  amount_minor: Minor;
  applied_minor: Minor;
  refunded_minor: Minor;
  surcharge_minor: Minor;
  given_back_minor: Minor;
};

/** Customer credit of a payment: not for the fee, neither on an invoice nor gone back. Minor units. */
export const creditOf = (payment: PaymentShares): Minor =>
  minor(
    Math.max(
      0,
      payment.amount_minor -
        payment.applied_minor -
        payment.refunded_minor -
        payment.surcharge_minor -
        payment.given_back_minor,
    ),
  );
