import { CircleCheckBig, CircleQuestionMark, Hand, TriangleAlert } from 'lucide-react';
import { add, formatMoney } from '#core/money.ts';
import { cn } from '#web/ui/cn.ts';
import { FittedMoney } from '#web/ui/fitted-money.tsx';
import type { PosStatus } from './api.ts';
import { clock } from './clock.ts';
import { instructionFor, toneOf } from './instruction.ts';
import { texts } from './texts.ts';

const tones = {
  go: { className: 'bg-ok text-surface', Icon: CircleCheckBig },
  wait: { className: 'bg-warn-bg text-warn', Icon: TriangleAlert },
  stop: { className: 'bg-bad-bg text-bad', Icon: Hand },
  unknown: { className: 'bg-sunken text-muted', Icon: CircleQuestionMark },
};

type HeadlineProps = { status: PosStatus; isLive: boolean; updatedAt: Date | null };

/** The one sentence and the amount, by word, sign and colour; read out when it changes. */
export function Headline({ status, isLive, updatedAt }: HeadlineProps) {
  const { className, Icon } = tones[toneOf(status, isLive)];
  const instruction = instructionFor(status);
  const { amount, name } = amountOf(status);
  return (
    <section className={cn('px-9 py-7 max-md:px-4 max-md:py-5', className)}>
      <div className="mx-auto grid max-w-[1180px] gap-4">
        {!isLive && updatedAt && <p className="font-semibold text-xl">{texts.asOf(clock(updatedAt))}</p>}
        <h1 className="flex items-start gap-[0.35em] font-bold text-[clamp(2rem,5.6vw,4.25rem)] leading-[1.05] tracking-tight max-md:gap-3">
          <Icon aria-hidden strokeWidth={2.5} className="size-[1.1em] shrink-0" />
          <span className="min-w-0">
            {instruction.split(/(?<=\.) /).map((sentence) => (
              <span key={sentence} className="block [text-wrap:balance]">
                {`${sentence} `}
              </span>
            ))}
          </span>
        </h1>
        <p className="grid items-baseline gap-x-6 md:grid-cols-[auto_minmax(0,1fr)]">
          <span className="font-semibold text-[clamp(1rem,2vw,1.5rem)]">{name}</span>
          <span className="font-bold text-[clamp(2.25rem,8vw,5rem)] leading-none tracking-tight">
            <FittedMoney amount={amount} currency={status.currency} className="[&_*]:opacity-100" />
          </span>
        </p>
      </div>
      <p role="status" aria-live="assertive" className="sr-only">
        {isLive && `${instruction}. ${name}: ${formatMoney(amount, status.currency)}`}
      </p>
    </section>
  );
}

function amountOf({ state, asked, fee, amountPaid, totalAmount }: PosStatus) {
  const toPay = fee > 0 ? texts.toPayWithFee : texts.toPay;
  if (state === 'waiting') return { name: toPay, amount: add(asked, fee) };
  if (state === 'part_paid') return { name: fee > 0 ? toPay : texts.stillToPay, amount: add(asked, fee) };
  if (state === 'cancelled') return { name: texts.total, amount: totalAmount };
  return { name: texts.paid, amount: amountPaid };
}
