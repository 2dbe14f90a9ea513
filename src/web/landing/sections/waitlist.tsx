import { CircleAlert } from 'lucide-react';
import { buttonClass } from '#web/ui/button.tsx';
import { HouseCloth } from '#web/ui/cloth.tsx';
import { cn } from '#web/ui/cn.ts';
import { controlClass } from '#web/ui/field.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { SectionHeading, wrapClass } from '../parts.tsx';
import { header, waitlist as texts } from '../texts.ts';

export function Waitlist() {
  return (
    <section id="waitlist" aria-labelledby="waitlist-heading" className="bg-surface pb-26 max-md:pb-17">
      <div className={wrapClass}>
        <div className="relative isolate overflow-hidden rounded-panel bg-night px-14 py-16 text-on-night max-md:px-5.5 max-md:py-10">
          <HouseCloth
            columns={10}
            rows={10}
            night
            className="-right-36 -top-24 -z-10 absolute size-[34rem] rounded-full max-xl:hidden"
          />
          <SectionHeading id="waitlist-heading">{texts.heading}</SectionHeading>
          <p className="mt-4 max-w-[36em] text-[1.125rem] text-night-muted leading-relaxed">{texts.lead}</p>
          <div className="mt-9 flex max-w-[44rem] flex-wrap items-stretch gap-3">
            <WaitlistForm />
          </div>
          <a
            href="/auth/signup"
            className="mt-5 inline-flex min-h-11 items-center font-semibold underline underline-offset-4 hover:no-underline"
          >
            {header.start}
          </a>
        </div>
      </div>
    </section>
  );
}

function WaitlistForm() {
  return (
    <>
      <form
        noValidate
        data-waitlist
        data-needs-script
        className="w-full max-w-[36rem] rounded-card bg-surface p-5 text-ink max-md:p-4"
      >
        <label htmlFor="waitlist-email" className="mb-1.5 block font-semibold text-15">
          {texts.label}
        </label>
        <div className="flex gap-2.5 max-sm:flex-col">
          <input
            id="waitlist-email"
            name="email"
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            aria-required="true"
            placeholder={texts.placeholder}
            className={controlClass}
          />
          <button type="submit" className={cn(buttonClass(), 'group shrink-0')}>
            <span className="group-aria-busy:invisible">{texts.submit}</span>
            <Spinner className="absolute hidden group-aria-busy:block" label={texts.working} />
          </button>
        </div>
        <p
          id="waitlist-error"
          role="alert"
          className="flex items-start gap-1.5 pt-1.5 font-medium text-13 text-bad empty:hidden"
        />
      </form>
      <noscript>
        <p className="flex items-center gap-2 font-medium">
          <CircleAlert aria-hidden className="size-5 shrink-0" />
          {texts.noScript}
        </p>
      </noscript>
    </>
  );
}
