import { ChevronRight, Plus } from 'lucide-react';
import { faq as texts } from '../faq-texts.ts';
import { Section } from '../parts.tsx';

/** Open as a page without scripts; the island closes all but one. */
export function Faq() {
  return (
    <Section id="faq" name="faq" heading={texts.heading} className="border-line border-t bg-surface">
      <div className="mt-11 grid items-start gap-x-14 gap-y-9 lg:grid-cols-[2.2fr_1fr] max-md:mt-8">
        <div data-faq className="border-line border-b">
          {texts.questions.map(({ question, answer }, index) => (
            <div key={question} className="border-line border-t">
              <h3 className="tracking-[-0.015em]">
                <button
                  type="button"
                  id={`faq-${index}`}
                  aria-expanded="false"
                  aria-controls={`faq-answer-${index}`}
                  className="group flex min-h-17 w-full items-center justify-between gap-5 py-4 text-left text-xl hover:text-primary"
                >
                  {question}
                  <Plus
                    aria-hidden
                    data-needs-script
                    className="size-5.5 shrink-0 text-muted transition-transform duration-180 group-aria-expanded:rotate-45"
                  />
                </button>
              </h3>
              <section id={`faq-answer-${index}`} aria-labelledby={`faq-${index}`} className="faq-answer">
                <p className="max-w-[40em] pr-10 pb-6 text-muted leading-relaxed max-md:pr-0">{answer}</p>
              </section>
            </div>
          ))}
        </div>
        <p className="rounded-card border border-line bg-bg p-6 lg:sticky lg:top-28">
          <span className="block font-bold font-display text-xl leading-tight">{texts.more}</span>
          <a
            href="/#waitlist"
            className="mt-3 inline-flex min-h-11 items-center gap-1 font-semibold text-primary underline-offset-4 hover:underline"
          >
            {texts.contact}
            <ChevronRight aria-hidden className="size-4.5" />
          </a>
        </p>
      </div>
    </Section>
  );
}
