import { CircleAlert, History, RotateCcw } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { confirmTexts } from '../texts.ts';

/** A proposal that can no longer be confirmed, with a button to request it again. */
export function ExpiredNotice({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div role="status" className="flex w-full flex-wrap items-center gap-x-4 gap-y-2">
      <p className="flex min-w-40 flex-1 items-start gap-2 text-sm">
        <History aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
        {text}
      </p>
      <Button variant="outline" size="sm" onClick={onRetry}>
        <RotateCcw aria-hidden />
        {confirmTexts.again}
      </Button>
    </div>
  );
}

export function FailureNotice({ text }: { text: string }) {
  return (
    <p role="alert" className="flex w-full items-start gap-1.5 font-medium text-13 text-bad">
      <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
      {text}
    </p>
  );
}
