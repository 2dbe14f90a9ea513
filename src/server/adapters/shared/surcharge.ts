import { add, type Minor, ZERO } from '#core/money.ts';

/**
 * The fee a payer bears on top of an amount, in minor units: the provider takes its fee of the sum of both, and the
 * amount itself is left. `feeOf` must not fall as the amount grows and must take less than all of it.
 */
export function surchargeFor(amount: Minor, feeOf: (gross: Minor) => Minor): Minor {
  let surcharge = ZERO;
  for (;;) {
    const fee = feeOf(add(amount, surcharge));
    if (fee === surcharge) return surcharge;
    surcharge = fee;
  }
}
