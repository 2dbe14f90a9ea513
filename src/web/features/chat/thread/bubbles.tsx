import { CircleAlert, Clock3, Copy, Pencil, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { cn } from '#web/ui/cn.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Mark } from '#web/ui/logo.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { PdfTile } from '../attachment/pdf-tile.tsx';
import { isPdf } from '../attachment/picture.ts';
import { SentPicture } from '../attachment/sent-picture.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { texts } from '../texts.ts';
import { displayText, type Message, withoutMarker } from './messages.ts';

type QuestionProps = { message: Message; onEdit: () => void; onRetry: () => void; onType: () => void };

/** A message of the owner. */
export function Question({ message, onEdit, onRetry, onType }: QuestionProps) {
  const { picture, state } = message;
  const failed = state === 'failed';
  return (
    <article
      aria-label={texts.you}
      data-question={message.key}
      className="flex scroll-mt-6 flex-col items-end"
    >
      <div
        className={cn(
          'max-w-[85%] rounded-card rounded-br-sm bg-primary-soft px-4 py-2.5 [overflow-wrap:anywhere]',
          failed && 'outline-1 outline-bad',
        )}
      >
        {picture && (isPdf(picture) ? <PdfTile picture={picture} /> : <SentPicture picture={picture} />)}
        <p className="whitespace-pre-wrap">{displayText(message)}</p>
        {failed && (
          <div
            role="alert"
            className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 border-line-strong border-t pt-2"
          >
            <span className="flex items-start gap-1.5 font-medium text-13 text-bad">
              <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
              <span>
                {message.id === null ? texts.sendFailed : texts.unanswered}
                {message.failureReason && <span className="block font-normal">{message.failureReason}</span>}
              </span>
            </span>
            <Button variant="outline" size="sm" onClick={onRetry}>
              <RotateCcw aria-hidden />
              {texts.retry}
            </Button>
            {picture && !message.typed && (
              <Button variant="ghost" size="sm" onClick={onType}>
                {texts.paper.type}
              </Button>
            )}
          </div>
        )}
      </div>
      <Actions end>
        {state === 'waiting' && <Note icon={<Clock3 aria-hidden />}>{texts.waiting}</Note>}
        <CopyButton text={displayText(message)} />
        <IconButton
          label={texts.edit}
          size="sm"
          onClick={onEdit}
          data-edit={message.key}
          className="text-muted"
        >
          <Pencil aria-hidden className="size-4!" />
        </IconButton>
      </Actions>
    </article>
  );
}

type ReplyProps = {
  message: Message;
  /** Text of the bubble; empty for none, where a card says it all. */
  words: string;
  children?: ReactNode;
};

/** A reply of the assistant; `children` is its proposal. */
export function Reply({ message, words, children }: ReplyProps) {
  const { text, state, outcome } = message;
  const coming = state === 'streaming';
  const hasBubble = words !== '' || state !== 'done';
  const actions = !coming && text !== '' && (
    <Actions>
      <CopyButton text={text} />
    </Actions>
  );
  return (
    <article aria-label={texts.assistant} aria-busy={coming} className="flex items-start gap-3 max-md:gap-2">
      <Mark className="mt-1 max-md:hidden" />
      <div className="min-w-0 flex-1">
        {hasBubble && (
          <div className="w-fit max-w-[85%] rounded-card rounded-bl-sm border border-line bg-surface px-4 py-3 max-md:max-w-full">
            {words === '' && coming ? (
              <Dots />
            ) : (
              <Markdown text={withoutMarker(words)} opensWhatsApp={sends(outcome)} />
            )}
            {(state === 'stopped' || state === 'cut off') && (
              <p className={cn('text-13 text-muted', words !== '' && 'mt-2.5')}>
                {state === 'stopped' ? texts.stopped : texts.cutOff}
              </p>
            )}
          </div>
        )}
        {hasBubble && actions}
        {children}
        {!hasBubble && actions}
      </div>
    </article>
  );
}

// Only what is sent by our own code leads out of the app.
const sends = (outcome: Message['outcome']) =>
  outcome?.does === 'send_invoice' || outcome?.does === 'send_reminder';

function Actions({ end = false, children }: { end?: boolean; children: ReactNode }) {
  return (
    <div className={cn('mt-0.5 flex min-h-9 items-center', end ? '-mr-1 justify-end' : '-ml-1')}>
      {children}
    </div>
  );
}

function Note({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="mr-2 flex items-center gap-1.5 text-13 text-muted [&>svg]:size-3.5">
      {icon}
      {children}
    </span>
  );
}

/** Puts text on the clipboard and says so. */
async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(texts.copied);
  } catch {
    toast.error(texts.copyFailed);
  }
}

function CopyButton({ text }: { text: string }) {
  return (
    <IconButton label={texts.copy} size="sm" onClick={() => void copyText(text)} className="text-muted">
      <Copy aria-hidden className="size-4!" />
    </IconButton>
  );
}

function Dots() {
  return (
    <span className="flex h-6 items-center gap-1.5">
      <span className="sr-only">{texts.thinking}</span>
      {[0, 150, 300].map((delayMs) => (
        <span
          key={delayMs}
          aria-hidden
          className="size-2 animate-pulse rounded-full bg-line-strong"
          style={{ animationDelay: `${delayMs}ms` }}
        />
      ))}
    </span>
  );
}
