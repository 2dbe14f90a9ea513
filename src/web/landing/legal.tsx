import { formatLongDate } from '#core/dates.ts';
import { SiteFooter } from './footer.tsx';
import { SiteHeader } from './header.tsx';
import { legalLabels as labels } from './legal-texts/all.ts';
import type { LegalSection, LegalText } from './legal-texts/types.ts';
import { wrapClass } from './parts.tsx';

export function LegalPage({ text }: { text: LegalText }) {
  return (
    <>
      <SiteHeader />
      <main id="main" tabIndex={-1} className={`${wrapClass} pt-14 pb-26 max-md:pt-8 max-md:pb-17`}>
        <h1 className="max-w-[14em] text-[clamp(2.5rem,5vw,4rem)] leading-none tracking-[-0.04em]">
          {text.title}
        </h1>
        <p className="mt-5 max-w-[36em] text-[1.25rem] text-muted leading-relaxed">{text.lead}</p>
        <div className="mt-12 grid items-start gap-x-16 gap-y-10 max-md:mt-9 lg:grid-cols-[17rem_1fr]">
          <Contents sections={text.sections} />
          <div className="grid max-w-[44rem] gap-10">
            {text.sections.map((section) => (
              <Section key={section.id} {...section} />
            ))}
            <p className="border-line border-t pt-5 text-15 text-muted">
              {labels.inForce(formatLongDate(text.since))}
            </p>
          </div>
        </div>
      </main>
      <SiteFooter />
    </>
  );
}

function Contents({ sections }: { sections: LegalSection[] }) {
  return (
    <nav
      aria-labelledby="contents"
      className="rounded-card border border-line bg-surface p-5 lg:sticky lg:top-26"
    >
      <h2
        id="contents"
        className="font-semibold text-15 text-muted tracking-normal [font-family:var(--font-text)]"
      >
        {labels.contents}
      </h2>
      <ol className="mt-2">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-10 items-center underline-offset-4 hover:underline max-md:min-h-11"
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Section({ id, title, paragraphs = [], points = [], table }: LegalSection) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`} tabIndex={-1} className="text-2xl">
        {title}
      </h2>
      <div className="mt-3 grid gap-3 leading-[1.7]">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {points.length > 0 && (
          <ul className="grid list-disc gap-2 pl-5 marker:text-accent">
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        )}
        {table && <Table {...table} />}
      </div>
    </section>
  );
}

function Table({ caption, head, rows }: NonNullable<LegalSection['table']>) {
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <table className="w-full border-collapse text-left text-15">
        <caption className="sr-only">{caption}</caption>
        <thead className="bg-sunken max-sm:sr-only">
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col" className="px-4 py-2.5 font-semibold">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...rest]) => (
            <tr
              key={first}
              className="border-line border-t align-top max-sm:block max-sm:py-2 max-sm:first:border-t-0"
            >
              <th scope="row" className="px-4 py-3 font-medium max-sm:block max-sm:py-1">
                {first}
              </th>
              {rest.map((cell) => (
                <td key={cell} className="px-4 py-3 text-muted max-sm:block max-sm:py-0.5">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
