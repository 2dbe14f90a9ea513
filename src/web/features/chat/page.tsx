import { ArrowDown, SquarePen } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { lazyDialog } from '#web/lib/lazy.tsx';
import { usePage } from '#web/lib/navigation/page.ts';
import { useOpened, useUrlState } from '#web/lib/navigation/url-state.ts';
import { useCurrency, useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { useToasts } from '#web/ui/toast-store.ts';
import { Composer } from './composer/composer.tsx';
import type { Mode } from './composer/mode-switch.tsx';
import { StandardActions } from './composer/standard-actions.tsx';
import { useComposer } from './composer/use-composer.ts';
import { useFileDrop } from './composer/use-file-drop.ts';
import { useFillHeight } from './composer/use-fill-height.ts';
import { useToastLift } from './composer/use-toast-lift.ts';
import { plainTextOf } from './markdown/tokens.ts';
import { PastButton } from './past/button.tsx';
import { texts } from './texts.ts';
import { type Conversation, conversationOf, useThread } from './thread/conversation.ts';
import { EarlierLine } from './thread/earlier-line.tsx';
import { lastQuestion, MessageList } from './thread/message-list.tsx';
import type { Picture } from './thread/messages.ts';
import type { Thread } from './thread/store.ts';
import { useEarlier } from './thread/use-earlier.ts';
import { useScrollFollow } from './thread/use-scroll-follow.ts';
import { TodayPanel } from './today/panel.tsx';

// Loaded on demand: dialogs are heavy, and this one is rarely opened.
const NewConversationDialog = lazyDialog(
  async () => (await import('./thread/new-conversation-dialog.tsx')).NewConversationDialog,
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
  const [{ mode: requestedMode }, setUrl] = useUrlState({ mode: 'ai' });
  const mode: Mode = requestedMode === 'standard' ? 'standard' : 'ai';
  const setMode = (next: Mode) => setUrl({ mode: next });
  const [editing, setEditing] = useState<string | null>(null);
  const page = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const textarea = useRef<HTMLTextAreaElement>(null);
  const { away: isScrolledUp, toEnd: scrollToEnd, openAt } = useScrollFollow(content);
  useFillHeight(page);
  const openEarlier = useEarlier(conversation, openAt);
  useEscapeStops(thread.busy, conversation.stop);

  const send = useCallback(
    (text: string, picture: Picture | null = null) => {
      conversation.send(text, picture);
      requestAnimationFrame(() => scrollToEnd());
    },
    [conversation, scrollToEnd],
  );
  const refocus = useCallback(() => {
    // On a phone the keyboard would jump up again.
    if (matchMedia('(pointer: fine)').matches) requestAnimationFrame(() => textarea.current?.focus());
  }, []);
  const state = useComposer(draftName, send);
  const dropping = useFileDrop((files) => void state.attach(files));

  return (
    // The margins take back the shell's room below its pages; on phones its bottom bar stands there.
    <div ref={page} className="mx-auto -mb-14 flex max-w-3xl flex-col max-md:-mb-28 max-md:pb-(--bottom-bar)">
      <header className="mb-5 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 max-md:mb-3">
        <h1 className="min-w-0 flex-1 text-3xl tracking-[-0.035em] max-md:text-2xl">{texts.title}</h1>
        <PastButton />
        {(thread.messages.length > 0 || thread.earlier) && (
          <NewConversationButton conversation={conversation} />
        )}
      </header>
      <TodayPanel />
      <EarlierLine thread={thread} onOpen={openEarlier} />
      <MessageList
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
      <Announcer announcement={thread.announcement} />
      <Footer onJump={isScrolledUp ? () => scrollToEnd('smooth') : null} dropping={dropping}>
        {mode === 'ai' ? (
          <Composer
            state={state}
            textarea={textarea}
            onDone={refocus}
            busy={thread.busy}
            mode={mode}
            onMode={setMode}
            onStop={conversation.stop}
            onEditLast={() => setEditing(lastQuestion(thread.messages)?.key ?? null)}
          />
        ) : (
          <StandardActions onMode={setMode} />
        )}
      </Footer>
    </div>
  );
}

type FooterProps = { onJump: (() => void) | null; dropping: boolean; children: ReactNode };

function Footer({ onJump, dropping, children }: FooterProps) {
  const footer = useRef<HTMLDivElement>(null);
  const toasts = useToasts();
  useToastLift(footer, toasts.length > 0);
  return (
    <div
      ref={footer}
      className="sticky bottom-0 z-20 -mx-4 bg-bg px-4 pb-4 max-md:bottom-[calc(var(--bottom-bar)-var(--step-down))]"
    >
      {/* A toast covers no words: it stands in this room. */}
      {toasts.length > 0 && <div data-toast-room aria-hidden className="h-20" />}
      <div
        aria-hidden
        className="pointer-events-none absolute inset-x-0 -top-6 h-6 bg-linear-to-t from-bg to-transparent"
      />
      {onJump && (
        <div className="pointer-events-none absolute inset-x-0 -top-13 flex justify-center">
          <Button
            variant="outline"
            size="sm"
            onClick={onJump}
            className="pointer-events-auto rounded-full shadow-e2"
          >
            <ArrowDown aria-hidden />
            {texts.jump}
          </Button>
        </div>
      )}
      <div className="relative">
        {children}
        {dropping && (
          <p className="pointer-events-none absolute inset-0 grid place-items-center rounded-card border-2 border-primary border-dashed bg-primary-soft font-semibold text-primary">
            {texts.picture.drop}
          </p>
        )}
      </div>
    </div>
  );
}

const ANNOUNCEMENT_MS = 1500;

/** Says each finished reply once, then falls silent: the words stand in the conversation for whoever reads there. */
function Announcer({ announcement }: { announcement: Thread['announcement'] }) {
  const [announcedKey, setAnnouncedKey] = useState(announcement?.key);
  useEffect(() => {
    if (!announcement) return;
    const timer = setTimeout(() => setAnnouncedKey(announcement.key), ANNOUNCEMENT_MS);
    return () => clearTimeout(timer);
  }, [announcement]);
  return (
    <p role="status" className="sr-only">
      {announcement && announcement.key !== announcedKey && plainTextOf(announcement.text)}
    </p>
  );
}

function NewConversationButton({ conversation }: { conversation: Conversation }) {
  const [open, setOpen] = useOpened('new');
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        <SquarePen aria-hidden />
        <span className="max-sm:sr-only">{texts.fresh}</span>
      </Button>
      {open && <NewConversationDialog conversation={conversation} onClose={() => setOpen(null)} />}
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
