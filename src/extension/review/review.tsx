import { useMemo, useState } from 'react';
import type { Currency } from '#core/money.ts';
import type { CardValues } from '#web/features/chat/card/rules.ts';
import { Button } from '#web/ui/button.tsx';
import type { ReadableCapture } from '../lib/capture-store.ts';
import { isSessionEnd, serviceOf } from '../lib/service.ts';
import type { Connection } from '../lib/storage.ts';
import { texts } from '../lib/texts.ts';
import { useAsync } from '../lib/use-async.ts';
import { CreatedInvoice } from './created-invoice.tsx';
import { readCapture } from './read-capture.ts';
import { ReviewCard } from './review-card.tsx';

type ReviewProps = { id: string; capture: ReadableCapture; connection: Connection; onEnd: () => void };

const labels = texts.review;

/** Reading, looking over, and what comes after. */
export function Review({ id, capture, connection, onEnd }: ReviewProps) {
  const service = useMemo(() => serviceOf(connection), [connection]);
  const [created, setCreated] = useState<{ id: string; currency: Currency } | null>(null);
  const [corrections, setCorrections] = useState<CardValues | undefined>();
  const [chosen, setChosen] = useState<CardValues | undefined>();
  const [answer, reload] = useAsync(() =>
    readCapture(service, connection.currency, capture).catch((error: unknown) => {
      if (isSessionEnd(error)) onEnd();
      throw error;
    }),
  );
  if (created) return <CreatedInvoice {...created} service={service} connection={connection} />;
  if (answer.state === 'reading')
    return (
      <div>
        <p role="status" className="mb-3 text-muted">
          {capture.kind === 'picture' ? labels.readingPicture : labels.reading}
        </p>
        <span aria-hidden className="skeleton block h-96 rounded-card" />
      </div>
    );
  if (answer.state === 'failed')
    return (
      <div
        role="alert"
        className="grid justify-items-start gap-3 rounded-card border border-line bg-surface p-4.5"
      >
        <p className="font-semibold">{labels.failed}</p>
        {answer.error instanceof Error && <p className="text-muted text-sm">{answer.error.message}</p>}
        <Button variant="outline" onClick={reload}>
          {texts.popup.again}
        </Button>
      </div>
    );
  return (
    <ReviewCard
      key={`${answer.value.id} ${JSON.stringify(chosen)}`}
      captureId={id}
      chosen={capture}
      proposed={answer.value}
      corrections={chosen ?? corrections}
      onChoose={setChosen}
      connection={connection}
      service={service}
      onCreated={setCreated}
      onRetry={(values) => {
        setCorrections(values);
        setChosen(undefined);
        reload();
      }}
    />
  );
}
