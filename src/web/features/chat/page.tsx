import { ArrowDown, SquarePen } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { toastFailure } from '../../lib/api.ts';
import { usePage } from '../../lib/page.ts';
import { useCurrency, useSession } from '../../lib/session.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { AlertDialog } from '../../ui/dialog.tsx';
import { Composer } from './composer.tsx';
import { useComposer } from './composer-state.ts';
import { type Conversation, conversationOf, useThread } from './conversation.ts';
import { lastQuestion, MessagesLog } from './messages-log.tsx';
import { plainWords } from './markdown.tsx';
import type { Picture } from './messages.ts';
import type { Mode } from './mode-switch.tsx';
import { StandardActions } from './standard.tsx';
import { texts } from './texts.ts';
import { useEntry } from './use-entry.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useFollow } from './use-follow.ts';
import { useRoom } from './use-room.ts';

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
  const { away, toEnd, openAt } = useFollow(content);
  useRoom(page);
  useEntry(conversation, thread, openAt);
  useEscapeStops(thread.busy, conversation.stop);

  const send = useCallback(
    (text: string, picture: Picture | null = null) => {
      conversation.send(text, picture);
      requestAnimationFrame(() => toEnd());
    },
    [conversation, toEnd],
  );
  const state = useComposer(draftName, send);
  const dropping = useFileDrop((files) => void state.attach(files));
  const editLast = () => setEditing(lastQuestion(thread.messages)?.key ?? null);
  const setMode = (next: Mode) => setUrl({ mode: next });

  return (
    // The margins take back the shell's room below its pages; on phones its bottom bar stands there.
    <div
      ref={page}
      className="mx-auto -mb-14 flex max-w-3xl flex-col max-md:-mb-28 max-md:pb-[calc(4rem+env(safe-area-inset-bottom))]"
    >
      <header className="mb-5 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 max-md:mb-3">
        <h1 className="min-w-0 flex-1 text-3xl tracking-[-0.035em] max-md:text-2xl">{texts.title}</h1>
        {thread.messages.length > 0 && <NewConversation conversation={conversation} />}
      </header>
      <MessagesLog
        thread={thread}
        conversation={conversation}
        content={content}
        editing={editing}
        onEditing={setEditing}
        onSend={send}
      />
      <p role="status" className="sr-only">
        {thread.heard && <span key={thread.heard.key}>{plainWords(thread.heard.text)}</span>}
      </p>
      <div className="sticky bottom-0 z-20 bg-bg pb-4 max-md:bottom-[calc(4rem+env(safe-area-inset-bottom))] max-md:pb-2">
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

function NewConversation({ conversation }: { conversation: Conversation }) {
  const [open, setOpen] = useState(false);
  const [pending, setPending] = useState(false);
  const start = async () => {
    setPending(true);
    try {
      await conversation.clear();
      setOpen(false);
    } catch (error) {
      toastFailure(error, texts.fresh.failed);
    }
    setPending(false);
  };
  return (
    <>
      <Button look="outline" size="sm" onClick={() => setOpen(true)}>
        <SquarePen aria-hidden />
        {texts.fresh.button}
      </Button>
      <AlertDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => void start()}
        pending={pending}
        title={texts.fresh.title}
        text={texts.fresh.text}
        confirm={texts.fresh.confirm}
      />
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
