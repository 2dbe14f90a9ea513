import { Cloth } from '#web/ui/cloth.tsx';
import { cn } from '#web/ui/cn.ts';
import { Money } from '#web/ui/money.tsx';
import { Section } from '../parts.tsx';
import { businesses as texts } from '../texts.ts';
import { exampleBusinesses, type UseCase } from './businesses.ts';

export function UseCases() {
  return (
    <Section id="use-cases" name="use-cases" heading={texts.heading} lead={texts.lead} split>
      <ul className="mt-11 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {exampleBusinesses.map((business) => (
          <Card key={business.name} {...business} />
        ))}
      </ul>
      <p className="mt-5 text-13 text-muted">{texts.note}</p>
    </Section>
  );
}

function Card({ kind, text, name, trade, cloth, slip }: UseCase) {
  return (
    <li className="flex flex-col overflow-hidden rounded-panel border border-line bg-surface">
      <div className="relative isolate overflow-hidden px-5 pt-17 pb-5">
        <Cloth {...cloth} columns={10} rows={4} className="-z-10 absolute inset-0" />
        <Slip {...slip} />
      </div>
      <div className="flex flex-1 flex-col p-6 max-md:p-5.5">
        <h3 className="text-xl">{kind}</h3>
        <p className="mt-2 mb-5 text-muted">{text}</p>
        <p className="mt-auto text-15">
          <b className="font-semibold">{name}</b>
          <span className="text-muted"> · {trade}</span>
        </p>
      </div>
    </li>
  );
}

const stateLabels = { paid: 'Paid', sent: 'Sent' };

function Slip({ what, amount, state }: UseCase['slip']) {
  return (
    <div className="flex items-center justify-between gap-3 rounded-control bg-[#fffefa] px-4 py-3 text-[#15163a] shadow-e3">
      <p className="min-w-0">
        <span className="block truncate text-13 text-[#565a7c]">{what}</span>
        <Money amount={amount} currency="NGN" className="font-bold text-lg leading-tight" />
      </p>
      <span
        className={cn(
          'flex shrink-0 items-center gap-1.5 rounded-full px-2.5 py-1 font-semibold text-13',
          state === 'paid' ? 'bg-[#e2f5ec] text-[#0a7a4d]' : 'bg-[#e4eefc] text-[#23539e]',
        )}
      >
        <span aria-hidden className="size-1.5 rounded-full bg-current" />
        {stateLabels[state]}
      </span>
    </div>
  );
}
