import { Check, X } from 'lucide-react';
import { HouseCloth } from '#web/ui/cloth.tsx';
import { Section } from '../parts.tsx';
import { comparison as texts } from '../texts.ts';

/** The old way and ours, point against point. */
export function Comparison() {
  return (
    <Section id="why" name="why" heading={texts.heading} lead={texts.lead} split className="bg-surface">
      <div className="mt-11 grid gap-5 lg:grid-cols-[1fr_1.08fr] lg:gap-0">
        <div className="rounded-panel border border-line-strong border-dashed bg-bg px-9 py-9 max-md:px-5.5 max-md:py-7 lg:my-5 lg:rounded-r-none lg:border-r-0">
          <h3 className="text-2xl text-muted">{texts.before.title}</h3>
          <ul className="mt-5">
            {texts.before.points.map((point) => (
              <li
                key={point}
                className="flex min-h-18 items-center gap-4 border-line border-t py-3 text-muted"
              >
                <X aria-hidden className="size-5 shrink-0 text-line-strong" />
                {point}
              </li>
            ))}
          </ul>
        </div>
        <div className="relative isolate overflow-hidden rounded-panel bg-night px-10 py-9 text-on-night shadow-e3 max-md:px-5.5 max-md:py-7 lg:py-14">
          <HouseCloth
            columns={2}
            rows={14}
            crackle={false}
            night
            className="-z-10 absolute inset-y-0 right-0 w-14 max-xl:hidden"
          />
          <h3 className="text-2xl">{texts.after.title}</h3>
          <ul className="mt-5 xl:pr-14">
            {texts.after.points.map((point) => (
              <li
                key={point}
                className="flex min-h-18 items-center gap-4 border-night-line border-t py-3 font-medium"
              >
                <Check aria-hidden className="size-5 shrink-0 text-night-ok" />
                {point}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Section>
  );
}
