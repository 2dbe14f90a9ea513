import { ChevronRight, History } from 'lucide-react';
import { Spinner } from '#web/ui/spinner.tsx';
import { pastTexts, texts } from '../texts.ts';
import { withoutMarker } from './messages.ts';
import type { Thread } from './store.ts';

/** The earlier conversation as one line, until it is opened. */
export function EarlierLine({ thread, onOpen }: { thread: Thread; onOpen: () => void }) {
  const { earlier, history } = thread;
  if (!earlier || history === 'read') return null;
  const reading = history === 'reading';
  return (
    <button
      type="button"
      // A message that comes meanwhile would stand in it twice.
      disabled={thread.busy}
      aria-busy={reading || undefined}
      onClick={onOpen}
      className="mb-4 flex min-h-12 w-full items-center gap-3 rounded-card border border-line bg-surface px-4 py-2 text-left hover:border-line-strong disabled:opacity-55"
    >
      <History aria-hidden className="size-4.5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold text-15">
          {withoutMarker(earlier.title).trim() || pastTexts.untitled}
        </span>
        <span className="block text-13 text-muted">
          {texts.earlier} · {pastTexts.messages(earlier.messages)}
        </span>
      </span>
      {reading ? (
        <Spinner label={texts.loading} />
      ) : (
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
      )}
    </button>
  );
}
