import { Check, Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { type MessageOutcome, type PreparedMessage, useUndoPrepared } from './api.ts';
import { texts } from './texts.ts';

type DoneRowProps = { message: PreparedMessage; outcome: MessageOutcome; onUndone: () => void };

/** The outcome of a message handled on this screen, in its place. */
export function DoneRow({ message, outcome, onUndone }: DoneRowProps) {
  const undo = useUndoPrepared();
  const { id, customerName: name } = message;
  const row = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone.
  useEffect(() => row.current?.focus({ preventScroll: true }), []);
  return (
    <div
      ref={row}
      tabIndex={-1}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-line bg-sunken py-2.5 pr-2.5 pl-4 outline-none"
    >
      <Check aria-hidden className="size-5 shrink-0 text-ok" />
      <p role="status" className="wrap-anywhere min-w-0 flex-1 basis-40 text-15">
        {texts.done[outcome](name)}
      </p>
      {outcome !== 'email' && (
        <Button
          variant="ghost"
          pending={undo.isPending}
          onClick={() => undo.mutate(id, { onSuccess: onUndone })}
          aria-label={outcome === 'skipped' ? texts.undoSkipOf(name) : texts.notSentOf(name)}
        >
          <Undo2 aria-hidden />
          {outcome === 'skipped' ? texts.undoSkip : texts.notSent}
        </Button>
      )}
    </div>
  );
}
