import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type * as z from 'zod/mini';
import type { consentAnswer } from '#contract/privacy.ts';
import { toastFailure } from '#web/lib/api.ts';
import { type Consent, consentsQuery } from '#web/lib/consents.ts';
import { formatDate, formatInstant } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { Section, SettingsLayout } from '../layout.tsx';
import { QueryStates } from '../query-states.tsx';
import { SwitchRow } from '../switch-row.tsx';
import { useSubmitConsents } from './api.ts';
import { AssistantMemory } from './assistant-memory.tsx';
import { privacyTexts as texts } from './texts.ts';

type Answer = z.output<typeof consentAnswer>;

/** Given consents, those that can be withdrawn, and the owner's legal rights. */
export function PrivacyPage() {
  const query = useQuery(consentsQuery);
  return (
    <SettingsLayout title={texts.title} subtitle={texts.subtitle}>
      <QueryStates query={query} failed={texts.failed} lines={5}>
        {({ consents, history }) => (
          <>
            <Agreements consents={consents.filter(({ withdrawable }) => !withdrawable)} />
            {consents
              .filter(({ purpose }) => purpose === 'outside_model')
              .map((one) => (
                <Model key={one.purpose} consent={one} />
              ))}
            <AssistantMemory />
            <History answers={history} />
          </>
        )}
      </QueryStates>
      <Section title={texts.rights} text={texts.rightsText}>
        <ul className="grid gap-1">
          {texts.rightsList.map(({ label, to }) => (
            <li key={label}>
              <Link
                to={to}
                className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <p className="mt-3 text-muted text-sm">{texts.complain}</p>
      </Section>
    </SettingsLayout>
  );
}

function Agreements({ consents }: { consents: Consent[] }) {
  return (
    <Section title={texts.agreements} text={texts.agreementsText}>
      <ul className="grid divide-y divide-line">
        {consents.map((one) => (
          <Agreement key={one.purpose} consent={one} />
        ))}
      </ul>
    </Section>
  );
}

function Agreement({ consent: { purpose, version, state, at } }: { consent: Consent }) {
  const answer = useSubmitConsent();
  if (purpose === 'outside_model') return null;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="font-semibold text-15">{texts.names[purpose]}</p>
        <p className="text-13 text-muted">
          {texts.since(formatDate(version))} {texts.states[state](at ? formatInstant(at) : '')}
        </p>
      </div>
      <div className="flex items-center gap-4">
        <a
          href={texts.paths[purpose]}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
        >
          {texts.read}
        </a>
        {state !== 'given' && (
          <Button
            size="sm"
            pending={answer.isPending}
            onClick={() => answer.submit({ purpose, version, given: true })}
          >
            {texts.agree}
          </Button>
        )}
      </div>
    </li>
  );
}

function Model({ consent: { purpose, version, state } }: { consent: Consent }) {
  const answer = useSubmitConsent();
  return (
    <Section title={texts.model} text={texts.modelText}>
      <SwitchRow
        label={texts.modelLabel}
        text={texts.modelExplain}
        checked={state === 'given'}
        onChange={(given) => answer.submit({ purpose, version, given })}
      />
    </Section>
  );
}

function useSubmitConsent() {
  const answers = useSubmitConsents();
  return {
    isPending: answers.isPending,
    submit: (one: Parameters<typeof answers.mutate>[0][number]) =>
      answers.mutate([one], {
        onSuccess: () => toast.success(texts.saved),
        onError: (error) => toastFailure(error, texts.saveFailed),
      }),
  };
}

function History({ answers }: { answers: Answer[] }) {
  if (answers.length === 0) return null;
  return (
    <Section title={texts.history} text={texts.historyText}>
      <ul className="grid gap-2.5 text-15">
        {answers.map(({ purpose, version, given, at }) => (
          <li key={`${purpose} ${at.getTime()}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={given ? 'ok' : 'neutral'}>{given ? texts.given : texts.withdrawn}</Badge>
            <span className="font-medium">{texts.purposes[purpose] ?? purpose}</span>
            <span className="text-13 text-muted">
              {formatInstant(at)}, {texts.textOf(formatDate(version))}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
