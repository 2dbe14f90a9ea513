import {
  ArrowDownToLine,
  ArrowRight,
  ArrowUp,
  Camera,
  ChartColumn,
  Check,
  Paperclip,
  TrendingUp,
} from 'lucide-react';
import { minor } from '#core/money.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { HouseCloth } from '#web/ui/cloth.tsx';
import { cn } from '#web/ui/cn.ts';
import { Mark } from '#web/ui/logo.tsx';
import { Money } from '#web/ui/money.tsx';
import { wrapClass } from '../parts.tsx';
import { header, hero as texts, trial } from '../texts.ts';
import { OrderNote } from './order-note.tsx';

export function Hero() {
  return (
    <section aria-labelledby="hero-heading" className="relative isolate overflow-clip border-line border-b">
      <Well />
      <div className={cn(wrapClass, 'hero-grid')}>
        <div className="py-10 max-md:pt-5 max-md:pb-0">
          <p className="mb-6 flex items-center gap-3 font-semibold text-15 text-accent-text max-md:mb-4 max-md:text-sm">
            <span aria-hidden className="h-[3px] w-7 shrink-0 rounded-full bg-accent" />
            {texts.eyebrow}
          </p>
          <h1
            id="hero-heading"
            className="text-[clamp(2.75rem,6.15vw,5.625rem)] leading-[0.95] tracking-[-0.045em] [text-wrap:wrap] max-lg:text-[clamp(2.75rem,13.4vw,5rem)]"
          >
            {texts.headline.start} <em className="headline-end">{texts.headline.end}</em>
          </h1>
          <p className="mt-12 mb-8 max-w-[31em] text-[1.25rem] text-muted leading-normal max-md:mt-7 max-md:mb-6 max-md:text-[1.125rem]">
            {texts.lead}
          </p>
          <div className="flex flex-wrap gap-3">
            <a href="/auth/signup" className={buttonClass({ size: 'lg', className: 'max-sm:w-full' })}>
              {header.start}
            </a>
            <a
              href="/#how-it-works"
              className={buttonClass({ variant: 'outline', size: 'lg', className: 'max-sm:w-full' })}
            >
              {texts.more}
            </a>
          </div>
          <ul className="mt-7 flex flex-wrap gap-x-6 gap-y-2 text-15 text-muted max-md:mt-5">
            {trial.map((fact) => (
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

/** A great disc of cloth, its rings rippling out of it. */
function Well() {
  return (
    <div aria-hidden className="well">
      {[1, 2, 3, 4].map((ring) => (
        <span key={ring} className={`ring ring-${ring}`} />
      ))}
      <HouseCloth columns={16} rows={16} className="well-disc" />
    </div>
  );
}

/** An illustration: the order note, the assistant, the alert. Nothing in it is interactive. */
function Stage() {
  return (
    <div role="img" aria-label={texts.picture} className="stage">
      <OrderNote className="stage-note" />
      <div aria-hidden className="stage-chat">
        <div className="flex items-center gap-3 px-1 pt-0.5 pb-4 lg:pl-9">
          <Mark />
          <span className="font-bold font-display text-lg max-[23rem]:hidden">{texts.assistant}</span>
          <span className="ml-auto flex whitespace-nowrap rounded-md bg-sunken p-[3px] font-semibold text-13 text-muted">
            <span className="rounded-sm bg-surface px-2.5 py-1 text-ink shadow-e2">{texts.modes.on}</span>
            <span className="px-2.5 py-1">{texts.modes.off}</span>
          </span>
        </div>
        <p className="px-1 pt-3 pb-4 font-bold font-display text-[1.875rem] leading-tight tracking-[-0.03em] max-md:pt-1 max-md:text-[1.625rem]">
          {texts.welcome}
        </p>
        <Tasks />
        <div className="mt-3.5 rounded-[16px] border-[1.5px] border-line-strong px-3.5 pt-3 pb-2.5 text-muted">
          {texts.box}
          <div className="mt-5 flex items-center gap-2.5 [&_svg]:size-5">
            <Paperclip />
            <Camera />
            <span className="ml-auto grid size-9 place-items-center rounded-[11px] bg-primary text-on-primary">
              <ArrowUp />
            </span>
          </div>
        </div>
      </div>
      <CreditAlert />
    </div>
  );
}

const taskIcons = [ChartColumn, TrendingUp];

function Tasks() {
  return texts.tasks.map((task, index) => {
    const Icon = taskIcons[index] ?? ChartColumn;
    return (
      <div
        key={task}
        className="mb-2.5 flex items-center gap-3 rounded-[14px] border border-line px-3.5 py-3 font-medium leading-snug"
      >
        <Icon className="size-5 shrink-0 text-accent-text" />
        {task}
        <ArrowRight className="ml-auto size-4 shrink-0 text-muted" />
      </div>
    );
  });
}

function CreditAlert() {
  return (
    <div aria-hidden className="stage-alert">
      <span className="landed">
        <ArrowDownToLine className="size-5.5" />
      </span>
      <span>
        <span className="block text-13 text-muted">{texts.alert.when}</span>
        <Money
          amount={minor(12_000_000)}
          currency="NGN"
          className="font-bold text-[1.6875rem] leading-tight"
        />
        <span className="block text-muted text-sm">{texts.alert.what}</span>
      </span>
    </div>
  );
}
