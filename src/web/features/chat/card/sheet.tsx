import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { cn } from '#web/ui/cn.ts';
import { cardTexts } from '../texts.ts';

type CardSheetProps = {
  /** The number of doubtful fields. */
  doubtCount: number;
  /** The source document. */
  source?: ReactNode;
  /** Counts failed submits: each moves focus to the first invalid field. */
  refusals: number;
  onSubmit: () => void;
  children: ReactNode;
};

/** The frame of a proposed invoice: title, source document and form. */
export function CardSheet({ doubtCount, source, refusals, onSubmit, children }: CardSheetProps) {
  const form = useRef<HTMLFormElement>(null);
  const headingId = useId();
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refusals]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <section
      aria-labelledby={headingId}
      className="mt-1 overflow-clip rounded-card border border-line-strong bg-surface shadow-e2"
    >
      <header className="border-line border-b px-4.5 py-3.5 max-md:px-3.5">
        <h2 id={headingId} className="text-lg">
          {cardTexts.title}
        </h2>
        <p className="mt-0.5 text-muted text-sm">
          {cardTexts.intro}
          {doubtCount > 0 && (
            <span className="font-medium text-warn"> {cardTexts.doubts.some(doubtCount)}</span>
          )}
        </p>
      </header>
      <div className={cn(source && 'grid md:grid-cols-[13rem_minmax(0,1fr)]')}>
        {source}
        <form
          ref={form}
          noValidate
          onSubmit={submit}
          className="grid min-w-0 content-start gap-4 p-4.5 max-md:p-3.5"
        >
          {children}
        </form>
      </div>
    </section>
  );
}
