import { dateIn } from '#core/dates.ts';
import { subtract, ZERO } from '#core/money.ts';
import { formatInstant, formatLongDate } from '#web/lib/format.ts';
import { Money } from '#web/ui/money.tsx';
import type { Payment, PaymentDetails } from '../api.ts';
import { Line, Section } from './section.tsx';
import { detailsTexts as texts } from './texts.ts';

type SettlementProps = { settlement: NonNullable<PaymentDetails['settlement']>; payment: Payment };

/** From what the customer paid to what is in the balance, and when the provider passes it on. */
export function Settlement({ settlement, payment }: SettlementProps) {
  const { gross, fee, net, inBalanceSince, settlesOn } = settlement;
  const { currency, provider } = payment;
  return (
    <Section title={texts.settlement}>
      <dl className="rounded-card bg-sunken px-4 py-2">
        <Line name={texts.paid}>
          <Money amount={gross} currency={currency} />
        </Line>
        <Line name={texts.fee(provider)}>
          <Money amount={subtract(ZERO, fee)} currency={currency} />
        </Line>
        <Line name={texts.received} className="border-line border-t">
          <Money amount={net} currency={currency} className="font-bold text-lg" />
        </Line>
      </dl>
      <p className="mt-2 text-muted text-sm">
        {texts.inBalance(formatInstant(inBalanceSince))} {settlesOn && passedOn(provider, settlesOn)}
      </p>
    </Section>
  );
}

function passedOn(provider: string, day: string): string {
  const isOver = day < dateIn(new Date());
  return (isOver ? texts.settled : texts.settles)(provider, formatLongDate(day));
}
