import { useMemo, useState } from 'react';
import type { Currency } from '#core/money.ts';
import type { CardValues } from '#web/features/chat/card/rules.ts';
import { Button } from '#web/ui/button.tsx';
import type { Captured } from '../lib/captured.ts';
import type { Connection } from '../lib/kept.ts';
import { isEnd, serviceOf } from '../lib/service.ts';
import { texts } from '../lib/texts.ts';
import { useOnce } from '../lib/use-once.ts';
import { Made } from './made.tsx';
import { readChosen } from './read-chosen.ts';
import { ReviewCard } from './review-card.tsx';

export type Chosen = Exclude<Captured, { kind: 'unread' }>;

type ReviewProps = { id: string; chosen: Chosen; connection: Connection; onEnd: () => void };

const words = texts.review;

/** Reading, looking over, and what comes after. */
export function Review({ id, chosen, connection, onEnd }: ReviewProps) {
  const service = useMemo(() => serviceOf(connection), [connection]);
  const [made, setMade] = useState<{ id: string; currency: Currency } | null>(null);
  const [carried, setCarried] = useState<CardValues | undefined>();
  const [answer, again] = useOnce(() =>
    readChosen(service, connection.currency, chosen).catch((error: unknown) => {
      if (isEnd(error)) onEnd();
      throw error;
    }),
  );
  if (made) return <Made {...made} service={service} connection={connection} />;
  if (answer.state === 'reading')
    return (
      <div>
        <p role="status" className="mb-3 text-muted">
          {chosen.kind === 'picture' ? words.readingPicture : words.reading}
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
        <p className="font-semibold">{words.failed}</p>
        {answer.error instanceof Error && <p className="text-muted text-sm">{answer.error.message}</p>}
        <Button look="outline" onClick={again}>
          {texts.popup.again}
        </Button>
      </div>
    );
  return (
    <ReviewCard
      key={answer.value.id}
      captureId={id}
      chosen={chosen}
      proposed={answer.value}
      carried={carried}
      connection={connection}
      service={service}
      onMade={setMade}
      onAgain={(values) => {
        setCarried(values);
        again();
      }}
    />
  );
}
