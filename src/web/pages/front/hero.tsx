import { ArrowDownToLine, ArrowUp, Camera, ChartColumn, Check, Paperclip, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { minor } from '#core/money.ts';
import { buttonClass } from '../../ui/button.tsx';
import { HouseCloth } from '../../ui/cloth.tsx';
import { Mark } from '../../ui/logo.tsx';
import { Money } from '../../ui/money.tsx';
import { wrapClass } from './wrap.ts';

const facts = ['14-day free trial', 'No setup fees', 'Cancel anytime'];

export function Hero() {
  return (
    <section className="relative isolate overflow-hidden border-line border-b">
      <Well />
      <div className={`${wrapClass} grid items-center gap-x-10 lg:min-h-[44rem] lg:grid-cols-[1.02fr_1fr]`}>
        <div className="py-10 max-md:pt-6">
          <p className="mb-7 flex items-center gap-3 font-medium text-15 text-accent-text max-md:mb-4">
            <span aria-hidden className="h-[3px] w-7 rounded-full bg-accent" />
            Invoicing and payments for Nigerian business
          </p>
          <h1 className="text-[clamp(2.75rem,6.4vw,5.5rem)] leading-[0.98] tracking-[-0.045em] max-md:text-[clamp(2.75rem,13.6vw,4rem)]">
            From paper invoice to{' '}
            <em className="whitespace-nowrap not-italic shadow-[inset_0_-0.09em_0_var(--accent)]">
              credit alert
            </em>
          </h1>
          <p className="mt-8 mb-7 max-w-[34rem] text-[1.1875rem] text-muted leading-normal">
            Photograph a handwritten invoice. Duewell reads it, sends it with a link to pay, and follows up
            politely until the money lands.
          </p>
          <div className="flex flex-wrap gap-3">
            <a href="/auth/signup" className={buttonClass({ size: 'lg', className: 'max-sm:w-full' })}>
              Get Started Free
            </a>
            <a
              href="#how-it-works"
              className={buttonClass({ look: 'outline', size: 'lg', className: 'max-sm:w-full' })}
            >
              See how it works
            </a>
          </div>
          <ul className="mt-7 flex flex-wrap gap-x-7 gap-y-2 text-15 text-muted">
            {facts.map((fact) => (
              <li key={fact} className="flex items-center gap-2">
                <Check aria-hidden className="size-4.5 text-ok" />
                {fact}
              </li>
            ))}
          </ul>
        </div>
        <Stage />
      </div>
    </section>
  );
}

function Well() {
  return (
    <div
      aria-hidden
      className="-z-10 absolute top-1/2 left-[calc(50%+1.5rem)] size-[58rem] -translate-y-[47%] max-lg:top-auto max-lg:-bottom-64 max-lg:left-1/2 max-lg:size-[46rem] max-lg:-translate-x-[38%] max-lg:translate-y-0"
    >
      {rings.map((ring) => (
        <span key={ring} className={`absolute rounded-full border-[1.5px] border-line-strong ${ring}`} />
      ))}
      <HouseCloth columns={16} rows={16} className="absolute inset-0 rounded-full" />
    </div>
  );
}

const rings = [
  '-inset-10 opacity-40',
  '-inset-24 opacity-25',
  '-inset-44 opacity-15',
  '-inset-72 opacity-10',
];

/** A picture of the assistant, and the alert it ends in. Nothing here can be pressed. */
function Stage() {
  return (
    <div
      role="img"
      aria-label="Illustration: the Duewell assistant asks how it can help, and a credit alert of 120,000 naira arrives"
      className="relative mx-auto w-full max-w-[29rem] pt-12 pb-32 max-lg:pt-4 max-lg:pb-28"
    >
      <div aria-hidden className="rounded-[24px] border border-line bg-surface p-4.5 shadow-e3">
        <div className="flex items-center gap-3 px-1 pt-0.5 pb-4">
          <Mark className="size-8" />
          <span className="font-bold font-display text-lg">Assistant</span>
          <span className="ml-auto flex rounded-md bg-sunken p-1 font-semibold text-13 text-muted">
            <span className="rounded-sm bg-surface px-2.5 py-1 text-ink shadow-e2">AI mode</span>
            <span className="px-2.5 py-1">Standard</span>
          </span>
        </div>
        <p className="px-1 pt-3 pb-4 font-bold font-display text-[1.75rem] leading-tight tracking-[-0.03em]">
          How can I help you today?
        </p>
        <Task icon={<ChartColumn />}>Generate my weekly sales report</Task>
        <Task icon={<TrendingUp />}>Generate a projection of sales after 1 year</Task>
        <div className="mt-3.5 rounded-card border-[1.5px] border-line-strong px-3.5 pt-3 pb-2.5 text-muted">
          Start typing a business task...
          <div className="mt-5 flex items-center gap-2.5 [&_svg]:size-5">
            <Paperclip />
            <Camera />
            <span className="ml-auto grid size-9 place-items-center rounded-[11px] bg-primary text-on-primary">
              <ArrowUp />
            </span>
          </div>
        </div>
      </div>
      <Alert />
    </div>
  );
}

function Task({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <div className="mb-2.5 flex items-center gap-3 rounded-[14px] border border-line px-3.5 py-3 font-medium [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-accent-text">
      {icon}
      {children}
    </div>
  );
}

function Alert() {
  return (
    <div
      aria-hidden
      className="absolute bottom-8 -left-14 flex w-[21.5rem] items-center gap-4.5 rounded-[20px] border border-line bg-surface px-5 py-4 shadow-e3 max-xl:-left-6 max-lg:bottom-6 max-lg:left-2 max-lg:w-[min(21.5rem,92%)]"
    >
      <span className="grid size-12 shrink-0 place-items-center rounded-full bg-ok text-surface shadow-[0_0_0_6px_color-mix(in_srgb,var(--ok)_22%,transparent),0_0_0_13px_color-mix(in_srgb,var(--ok)_10%,transparent)]">
        <ArrowDownToLine className="size-5.5" />
      </span>
      <span>
        <span className="block text-13 text-muted">Credit alert, just now</span>
        <Money
          amount={minor(12_000_000)}
          currency="NGN"
          className="font-bold text-[1.6875rem] leading-tight"
        />
        <span className="block text-muted text-sm">Mrs Bello paid INV-0042</span>
      </span>
    </div>
  );
}
