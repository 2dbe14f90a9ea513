import { useQuery } from '@tanstack/react-query';
import { formatDay } from '#web/lib/format.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Section } from '../layout.tsx';
import { QueryStates } from '../query-states.tsx';
import { texts } from '../texts.ts';
import { trialQuery } from './api.ts';

/** How long the free trial still runs. */
export function TrialSection() {
  const trial = useQuery(trialQuery(useCurrency()));
  const labels = texts.trial;
  return (
    <Section title={labels.title} text={labels.text}>
      <QueryStates query={trial} failed={labels.failed} lines={1}>
        {({ active, daysLeft, endsAt }) => (
          <div className="grid gap-1.5">
            <p className="flex flex-wrap items-center gap-2.5">
              {active && <Badge tone="info">{labels.active(daysLeft)}</Badge>}
              <span>{active ? labels.ends(formatDay(endsAt)) : labels.over(formatDay(endsAt))}</span>
            </p>
            {active && <p className="text-muted text-sm">{labels.none}</p>}
          </div>
        )}
      </QueryStates>
    </Section>
  );
}
