import { Check } from 'lucide-react';
import { buttonClass } from '#web/ui/button.tsx';
import { cn } from '#web/ui/cn.ts';
import { SectionHeading, wrapClass } from '../parts.tsx';
import { pricing as texts, trial } from '../texts.ts';

export function Pricing() {
  return (
    <section id="pricing" aria-labelledby="pricing-heading" className="pb-26 max-md:pb-17">
      <div className={wrapClass}>
        <div className="grid items-center gap-x-14 gap-y-8 rounded-panel border border-line bg-surface px-10 py-11 max-md:px-5.5 max-md:py-8 lg:grid-cols-[1.5fr_1fr]">
          <div>
            <p className="mb-4 w-fit rounded-full bg-primary-soft px-3 py-1 font-semibold text-13 text-primary">
              {texts.label}
            </p>
            <SectionHeading id="pricing-heading">{texts.heading}</SectionHeading>
            <p className="mt-4 max-w-[36em] text-[1.125rem] text-muted leading-relaxed">{texts.text}</p>
          </div>
          <div>
            <ul className="grid gap-px overflow-hidden rounded-card border border-line bg-line">
              {trial.map((fact) => (
                <li key={fact} className="flex items-center gap-3 bg-bg px-5 py-3.5 font-semibold">
                  <Check aria-hidden className="size-5 text-ok" />
                  {fact}
                </li>
              ))}
            </ul>
            <a href="/auth/signup" className={cn(buttonClass({ size: 'lg' }), 'mt-4 w-full')}>
              {texts.start}
            </a>
          </div>
        </div>
      </div>
    </section>
  );
}
