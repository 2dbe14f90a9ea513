import { ChartColumn, TrendingUp } from 'lucide-react';
import type { RefObject } from 'react';
import { cn } from '#web/ui/cn.ts';
import { Skeleton } from '#web/ui/states.tsx';
import { cardOf, decisionOn } from '../proposal/state.ts';
import { texts } from '../texts.ts';
import type { Conversation } from './conversation.ts';
import { MessageRow } from './message-row.tsx';
import type { Message, Source } from './messages.ts';
import type { Thread } from './store.ts';

type MessageListProps = {
  thread: Thread;
  conversation: Conversation;
  content: RefObject<HTMLDivElement | null>;
  editing: string | null;
  onEditing: (key: string | null) => void;
  /** A retry or an edit is on its way. */
  onDone: () => void;
  onSend: (text: string) => void;
};

/** The conversation: its messages, or how to begin one. Replies are read out by the page, once each. */
export function MessageList({
  thread,
  conversation,
  content,
  editing,
  onEditing,
  onDone,
  onSend,
}: MessageListProps) {
  const { messages } = thread;
  const empty = messages.length === 0;
  return (
    // The welcome does not move when the day's figures come above it.
    <div
      ref={content}
      className={cn('flex flex-1 flex-col', empty && 'justify-center peer-aria-busy:invisible')}
    >
      {empty && (thread.history === 'reading' ? <MessageListSkeleton /> : <Welcome onSend={onSend} />)}
      {!empty && (
        <div
          role="log"
          aria-live="off"
          aria-label={texts.conversation}
          className="grid grid-cols-1 gap-5 pb-6"
        >
          {messages.map((message, at) => {
            const { status, reply: by } = decisionOn(messages, at);
            const source = sourceOf(messages, at);
            return (
              <MessageRow
                key={message.key}
                message={message}
                source={source}
                status={status}
                reply={by}
                withCard={cardOf(message, source) !== null || isOnCard(messages, message)}
                isNext={by !== null && by === nextReply(messages, at)}
                isLast={by !== null && by === messages.at(-1) && !by.outcome?.proposalId}
                editing={message.key === editing}
                conversation={conversation}
                onEditing={onEditing}
                onDone={onDone}
              />
            );
          })}
        </div>
      )}
    </div>
  );
}

const nextReply = (messages: readonly Message[], at: number) =>
  messages.find(({ role }, place) => place > at && role === 'assistant');

/** Whether a reply tells of what was agreed to on a card above it. */
function isOnCard(messages: readonly Message[], reply: Message): boolean {
  if (reply.outcome?.intent !== 'confirm' || reply.beside === null) return false;
  return messages.some(
    (message, at) =>
      cardOf(message, sourceOf(messages, at)) !== null && decisionOn(messages, at).reply === reply,
  );
}

/** The newest question that can be changed. */
export function lastQuestion(messages: readonly Message[]): Message | null {
  return messages.findLast(({ role }) => role === 'user') ?? null;
}

const icons = [ChartColumn, TrendingUp];

function Welcome({ onSend }: { onSend: (text: string) => void }) {
  return (
    <section
      aria-label={texts.welcome}
      className="grid justify-items-center gap-6 py-8 text-center max-md:gap-4 max-md:py-5"
    >
      <h2 className="text-2xl max-md:text-xl">{texts.welcome}</h2>
      <div className="grid w-full max-w-xl gap-3 sm:grid-cols-2">
        {texts.suggestions.map((suggestion, at) => {
          const Icon = icons[at] ?? ChartColumn;
          return (
            <button
              key={suggestion}
              type="button"
              onClick={() => onSend(suggestion)}
              className="flex min-h-16 items-center gap-3 rounded-card border border-line bg-surface p-4 text-left font-semibold text-15 leading-snug shadow-e1 hover:border-line-strong"
            >
              <span
                aria-hidden
                className="grid size-10 shrink-0 place-items-center rounded-control bg-primary-soft text-primary [&_svg]:size-5"
              >
                <Icon />
              </span>
              {suggestion}
            </button>
          );
        })}
      </div>
      <p className="max-w-md text-15 text-muted">{texts.welcomeHint}</p>
    </section>
  );
}

function MessageListSkeleton() {
  return (
    <div className="grid gap-5 py-2">
      <p role="status" className="sr-only">
        {texts.loading}
      </p>
      <Skeleton className="ml-auto h-12 w-56 max-w-[85%] rounded-card" />
      <Skeleton className="h-28 w-96 max-w-[85%] rounded-card" />
    </div>
  );
}

const sources = new WeakMap<Message, Source>();

/**
 * The picture that a proposed invoice was extracted from; corrections keep the picture of the draft they
 * correct.
 */
function sourceOf(messages: readonly Message[], at: number): Source | null {
  const reply = messages[at];
  if (reply?.role !== 'assistant' || !reply.outcome?.draft) return null;
  // Other messages may have come while it was read.
  const asked = messages.find(({ reading }) => reading && reading.answerId === reply.id);
  if (!asked && reply.picture) return cachedSource(reply, reply);
  const question = asked ?? messages[at - 1];
  if (question?.role === 'user' && question.picture) return cachedSource(reply, question);
  if (reply.outcome.intent !== 'edit_draft') return null;
  const before = messages.findLastIndex(
    ({ role, outcome }, place) => place < at && role === 'assistant' && outcome?.draft,
  );
  return before < 0 ? null : sourceOf(messages, before);
}

// The same message has the same source, so that what is shown of it stands still.
function cachedSource(reply: Message, { picture, extraction }: Message): Source | null {
  if (!picture) return null;
  const known = sources.get(reply);
  if (known?.picture === picture) return known;
  const source = { picture, extraction: reply.extraction ?? extraction };
  sources.set(reply, source);
  return source;
}
