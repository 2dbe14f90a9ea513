import { ArrowDown, SquarePen } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { usePage } from '#web/lib/navigation/page.ts';
import { useUrlState } from '#web/lib/navigation/url-state.ts';
import { useCurrency, useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Composer } from './composer/composer.tsx';
import type { Mode } from './composer/mode-switch.tsx';
import { StandardActions } from './composer/standard-actions.tsx';
import { useComposer } from './composer/use-composer.ts';
import { useFileDrop } from './composer/use-file-drop.ts';
import { useRoom } from './composer/use-fill-height.ts';
import { useToastLift } from './composer/use-toast-lift.ts';
import { plainWords } from './markdown/tokens.ts';
import { PastButton } from './past/button.tsx';
import { texts } from './texts.ts';
import { type Conversation, conversationOf, useThread } from './thread/conversation.ts';
import { lastQuestion, MessagesLog } from './thread/message-list.tsx';
import type { Picture } from './thread/messages.ts';
import type { Thread } from './thread/store.ts';
import { useEntry } from './thread/use-load-on-entry.ts';
import { useFollow } from './thread/use-scroll-follow.ts';

// Loaded on demand: dialogs are heavy, and this one is rarely opened.
const FreshDialog = lazy(() =>
  import('./thread/new-conversation-dialog.tsx').then((file) => ({ default: file.FreshDialog })),
);

/** The AI chat: a conversation with the assistant about the business. */
export function ChatPage() {
  usePage(texts.title);
  const { user } = useSession();
  const currency = useCurrency();
  const owner = user?.id ?? '';
  const conversation = useMemo(() => conversationOf(owner, currency), [owner, currency]);
  return <Chat key={`${owner}:${currency}`} conversation={conversation} draftName={`chat:${owner}`} />;
}

function Chat({ conversation, draftName }: { conversation: Conversation; draftName: string }) {
  const thread = useThread(conversation);
  const [{ mode: asked }, setUrl] = useUrlState({ mode: 'ai' });
  const mode: Mode = asked === 'standard' ? 'standard' : 'ai';
  const [editing, setEditing] = useState<string | null>(null);
  const page = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  const { away, toEnd, openAt } = useFollow(content);
  useRoom(page);
  useToastLift(foot);
  useEntry(conversation, thread, openAt);
  useEscapeStops(thread.busy, conversation.stop);

  const send = useCallback(
    (text: string, picture: Picture | null = null) => {
      conversation.send(text, picture);
      requestAnimationFrame(() => toEnd());
    },
    [conversation, toEnd],
  );
  const refocus = useCallback(() => {
    // On a phone the keyboard would jump up again.
    if (matchMedia('(pointer: fine)').matches) requestAnimationFrame(() => box.current?.focus());
  }, []);
  const state = useComposer(draftName, send);
  const dropping = useFileDrop((files) => void state.attach(files));
  const editLast = () => setEditing(lastQuestion(thread.messages)?.key ?? null);
  const setMode = (next: Mode) => setUrl({ mode: next });

  return (
    // The margins take back the shell's room below its pages; on phones its bottom bar stands there.
    <div
      ref={page}
      className="mx-auto -mb-14 flex max-w-3xl flex-col max-md:-mb-28 max-md:pb-[calc(3.875rem+env(safe-area-inset-bottom))]"
    >
      <header className="mb-5 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 max-md:mb-3">
        <h1 className="min-w-0 flex-1 text-3xl tracking-[-0.035em] max-md:text-2xl">{texts.title}</h1>
        <PastButton />
        {thread.messages.length > 0 && <NewConversation conversation={conversation} />}
      </header>
      <MessagesLog
        thread={thread}
        conversation={conversation}
        content={content}
        editing={editing}
        onEditing={setEditing}
        onDone={refocus}
        onSend={(text) => {
          setMode('ai');
          send(text);
        }}
      />
      <Announcer heard={thread.heard} />
      <div
        ref={foot}
        className="sticky bottom-0 z-20 -mx-4 bg-bg px-4 pb-4 max-md:bottom-[calc(3.875rem+env(safe-area-inset-bottom))]"
      >
        <div
          aria-hidden
          className="pointer-events-none absolute inset-x-0 -top-6 h-6 bg-linear-to-t from-bg to-transparent"
        />
        {away && (
          <div className="pointer-events-none absolute inset-x-0 -top-13 flex justify-center">
            <Button
              look="outline"
              size="sm"
              onClick={() => toEnd('smooth')}
              className="pointer-events-auto rounded-full shadow-e2"
            >
              <ArrowDown aria-hidden />
              {texts.jump}
            </Button>
          </div>
        )}
        <div className="relative">
          {mode === 'ai' ? (
            <Composer
              state={state}
              box={box}
              onDone={refocus}
              busy={thread.busy}
              mode={mode}
              onMode={setMode}
              onStop={conversation.stop}
              onEditLast={editLast}
            />
          ) : (
            <StandardActions onMode={setMode} />
          )}
          {dropping && (
            <p className="pointer-events-none absolute inset-0 grid place-items-center rounded-card border-2 border-primary border-dashed bg-primary-soft font-semibold text-primary">
              {texts.picture.drop}
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

const HEARD_MS = 1500;

/** Says each finished reply once, then falls silent: the words stand in the conversation for whoever reads there. */
function Announcer({ heard }: { heard: Thread['heard'] }) {
  const [said, setSaid] = useState(heard?.key);
  useEffect(() => {
    if (!heard) return;
    const timer = setTimeout(() => setSaid(heard.key), HEARD_MS);
    return () => clearTimeout(timer);
  }, [heard]);
  return (
    <p role="status" className="sr-only">
      {heard && heard.key !== said && plainWords(heard.text)}
    </p>
  );
}

function NewConversation({ conversation }: { conversation: Conversation }) {
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  const ask = () => {
    setAsked(true);
    setOpen(true);
  };
  return (
    <>
      <Button look="outline" size="sm" onClick={ask}>
        <SquarePen aria-hidden />
        <span className="max-sm:sr-only">{texts.fresh.button}</span>
      </Button>
      {asked && (
        <Suspense>
          <FreshDialog conversation={conversation} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function useEscapeStops(busy: boolean, stop: () => void): void {
  useEffect(() => {
    if (!busy) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      event.preventDefault();
      stop();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [busy, stop]);
}
