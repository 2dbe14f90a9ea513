import type { Draft, Extraction } from '#contract/assistant.ts';
import { formatDate } from '#core/dates.ts';
import { cardTexts } from './texts.ts';
import { factsOf } from './doubts.ts';

/** Facts on the source document that the invoice does not show. */
export function SourceFacts({ extraction, draft }: { extraction: Extraction; draft: Draft }) {
  const facts = factsOf(extraction, draft, formatDate);
  if (facts.length === 0) return null;
  return (
    <div>
      <h3 className="mb-1.5 font-semibold text-sm">{cardTexts.paper.title}</h3>
      <dl className="grid gap-x-3 gap-y-1.5 text-13 max-md:grid-cols-2">
        {facts.map(({ name, value }) => (
          <div key={name} className="min-w-0">
            <dt className="text-muted">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
