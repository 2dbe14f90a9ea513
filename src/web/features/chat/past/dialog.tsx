import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatDay } from '#web/lib/format.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/states.tsx';
import { listThreads, readThread } from '../api.ts';
import { PdfTile } from '../attachment/pdf-tile.tsx';
import { isPdf } from '../attachment/picture.ts';
import { SentPicture } from '../attachment/sent-picture.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { pastTexts, texts } from '../texts.ts';
import { dialogTexts } from './texts.ts';
import { displayText, type Message, withoutMarker } from '../thread/messages.ts';

/** `shown`: the conversation that is read; null for their list. */
type PastDialogProps = {
  shown: string | null;
  onShow: (id: string | null) => void;
  onClose: () => void;
};

/** Earlier conversations: their list, or one of them to read. */
export function PastDialog({ shown, onShow, onClose }: PastDialogProps) {
  return (
    <Dialog open onClose={onClose} title={dialogTexts.title} width="lg">
      {shown === null ? (
        <PastThreadList onShow={onShow} />
      ) : (
        <PastThread key={shown} id={shown} onBack={() => onShow(null)} />
      )}
    </Dialog>
  );
}

function PastThreadList({ onShow }: { onShow: (id: string) => void }) {
  const currency = useCurrency();
  const { data, isError, refetch } = useQuery({
    queryKey: ['assistant.threads', currency],
    queryFn: async () => (await listThreads(currency)).filter(({ closedAt }) => closedAt !== null),
  });
  if (isError) return <ErrorState title={dialogTexts.failed} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  if (data.length === 0) return <EmptyState title={dialogTexts.none} text={dialogTexts.noneText} />;
  return (
    <ul className="divide-y divide-line">
      {data.map(({ id, title, messages, createdAt }) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => onShow(id)}
            className="flex min-h-14 w-full items-center gap-3 rounded-control px-2 py-2.5 text-left hover:bg-sunken"
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate font-semibold text-15">
                {withoutMarker(title).trim() || pastTexts.untitled}
              </span>
              <span className="block text-13 text-muted">
                <time dateTime={createdAt.toISOString()}>{formatDay(createdAt)}</time>
                {' · '}
                {pastTexts.messages(messages)}
              </span>
            </span>
            <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function PastThread({ id, onBack }: { id: string; onBack: () => void }) {
  const currency = useCurrency();
  const { data, isError, refetch } = useQuery({
    queryKey: ['assistant.thread', currency, id],
    queryFn: () => readThread(currency, id),
  });
  const back = useRef<HTMLButtonElement>(null);
  // The row that was pressed is gone.
  useEffect(() => back.current?.focus(), []);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="outline" size="sm" onClick={onBack} ref={back}>
          <ArrowLeft aria-hidden />
          {dialogTexts.back}
        </Button>
        <p className="min-w-40 flex-1 text-13 text-muted">{dialogTexts.readOnly}</p>
      </div>
      {isError && <ErrorState title={dialogTexts.threadFailed} onRetry={() => void refetch()} />}
      {!data && !isError && <Loading />}
      {data?.map((message) => (
        <PastMessage key={message.key} message={message} />
      ))}
    </div>
  );
}

function PastMessage({ message }: { message: Message }) {
  const { role, text, picture } = message;
  if (role === 'assistant')
    return (
      <article
        aria-label={texts.assistant}
        className="w-fit max-w-[85%] rounded-card rounded-bl-sm border border-line bg-surface px-4 py-3"
      >
        <Markdown text={withoutMarker(text)} />
      </article>
    );
  return (
    <article
      aria-label={texts.you}
      className="ml-auto w-fit max-w-[85%] rounded-card rounded-br-sm bg-primary-soft px-4 py-2.5 [overflow-wrap:anywhere]"
    >
      {picture && (isPdf(picture) ? <PdfTile picture={picture} /> : <SentPicture picture={picture} />)}
      <p className="whitespace-pre-wrap">{displayText(message)}</p>
    </article>
  );
}

function Loading() {
  return (
    <div className="grid gap-3 py-2">
      <p role="status" className="sr-only">
        {dialogTexts.loading}
      </p>
      <Skeleton className="h-12 rounded-control" />
      <Skeleton className="h-12 rounded-control" />
      <Skeleton className="h-12 rounded-control" />
    </div>
  );
}
