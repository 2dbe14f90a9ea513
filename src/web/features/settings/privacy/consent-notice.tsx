import { ScrollText } from 'lucide-react';
import { Fragment } from 'react';
import { toastFailure } from '#web/lib/api.ts';
import type { Consent } from '#web/lib/consents.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/states.tsx';
import { useSubmitConsents } from './api.ts';
import { privacyTexts as texts } from './texts.ts';

/** Asks for an answer to texts that changed, or were never agreed to; everything else goes on meanwhile. */
export function ConsentNotice({ open }: { open: readonly Consent[] }) {
  const submission = useSubmitConsents();
  const agree = () =>
    submission.mutate(
      open.map(({ purpose, version }) => ({ purpose, version, given: true })),
      { onError: (error) => toastFailure(error, texts.saveFailed) },
    );
  const labels = texts.notice;
  const changed = open.every(({ state }) => state === 'outdated');
  return (
    <Notice
      icon={<ScrollText aria-hidden />}
      action={
        <Button variant="outline" size="sm" pending={submission.isPending} onClick={agree}>
          {labels.agree}
        </Button>
      }
    >
      {changed ? labels.changed : labels.ask}{' '}
      {open.map((one, at) => (
        <Fragment key={one.purpose}>
          {at > 0 && ` ${labels.and} `}
          <TextLink consent={one} />
        </Fragment>
      ))}
      . {changed && `${labels.askAgain} `}
      {labels.noHurry}
    </Notice>
  );
}

function TextLink({ consent: { purpose } }: { consent: Consent }) {
  if (purpose === 'outside_model') return null;
  return (
    <a
      href={texts.paths[purpose]}
      target="_blank"
      rel="noreferrer"
      className="font-semibold underline underline-offset-4"
    >
      {texts.names[purpose]}
    </a>
  );
}
