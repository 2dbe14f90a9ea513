import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Answer } from '#contract/endpoint.ts';
import type { reminders, ReminderSettings } from '#contract/reminders.ts';
import { formatInstant, formatLongDate } from '#web/lib/format.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Section } from '../layout.tsx';
import { QueryStates } from '../query-states.tsx';
import { reminderPreview } from './api.ts';
import { texts } from './texts.ts';

const DEBOUNCE_MS = 300;

type PreviewStage = Answer<typeof reminders.preview>['data']['steps'][number];

/** The dunning dates of an example invoice, each with its expandable message. */
export function Preview({ settings }: { settings: ReminderSettings }) {
  const debounced = useDebounced(settings);
  const preview = useQuery({
    ...reminderPreview(useCurrency(), debounced),
    enabled: debounced.steps.length > 0,
  });
  const due = preview.data?.dueDate;
  return (
    <Section title={texts.preview} text={due && texts.previewText(formatLongDate(due))}>
      <QueryStates query={preview} failed={texts.previewFailed} lines={5}>
        {({ steps }) => (
          <ol className="grid gap-2">
            {steps.map((step) => (
              <li key={step.days}>
                <Example step={step} />
              </li>
            ))}
          </ol>
        )}
      </QueryStates>
    </Section>
  );
}

function Example({ step }: { step: PreviewStage }) {
  return (
    <details className="group rounded-control border border-line">
      <summary className="flex min-h-12 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-2 [&::-webkit-details-marker]:hidden">
        <span className="font-semibold text-15">{texts.step(step.days)}</span>
        <time dateTime={step.at.toISOString()} className="text-muted text-sm">
          {formatInstant(step.at)}
        </time>
        <ChevronDown
          aria-hidden
          className="ml-auto size-4.5 text-muted transition-transform group-open:rotate-180 motion-reduce:transition-none"
        />
      </summary>
      <div className="grid gap-4 border-line border-t p-4 text-sm md:grid-cols-2">
        <MessageText title={texts.byWhatsapp} text={step.whatsapp} />
        <MessageText title={texts.byEmail} lead={step.subject} text={step.body} />
      </div>
    </details>
  );
}

function MessageText({ title, lead, text }: { title: string; lead?: string; text: string }) {
  return (
    <div className="min-w-0">
      <p className="mb-1.5 text-13 text-muted">{title}</p>
      <div className="wrap-anywhere whitespace-pre-line rounded-control bg-sunken p-3.5">
        {lead && <p className="mb-2 font-semibold">{lead}</p>}
        {text}
      </div>
    </div>
  );
}

/** A value once it has been left alone for a moment. */
function useDebounced<T>(value: T): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
