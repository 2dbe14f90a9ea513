import { currencies, type Currency } from '#core/money.ts';
import { ConfigError } from '#server/config/startup-errors.ts';
import type { Db } from '#server/kernel/db.ts';
import type { PaymentProviders } from '#server/kernel/ports/index.ts';

/**
 * Throws where test money could be paid out as real money: a currency with live and test providers, or a live
 * one over a ledger that the sandbox or a test key filled.
 */
export async function refuseMixedTestMode(db: Db, providers: PaymentProviders): Promise<void> {
  for (const currency of currencies) {
    const modes = modesOf(providers, currency);
    if (!modes.has(false)) continue;
    if (modes.has(true))
      throw new ConfigError(
        `Providers of ${currency} are partly in test mode: choose only live ones, or only test ones`,
      );
    if (await hasTestPayments(db, currency))
      throw new ConfigError(
        `This database has test payments in ${currency}, which a live provider would pay out. Start with a new database`,
      );
  }
}

function modesOf({ collecting, payingOut }: PaymentProviders, currency: Currency): Set<boolean> {
  const payer = payingOut[currency];
  return new Set([...collecting[currency], ...(payer ? [payer] : [])].map(({ testMode }) => testMode));
}

async function hasTestPayments(db: Db, currency: Currency): Promise<boolean> {
  const found = await db
    .selectFrom('payments')
    .select('id')
    .where('currency', '=', currency)
    .where('test_mode', '=', true)
    .where('status', 'in', ['completed', 'refunded'])
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
