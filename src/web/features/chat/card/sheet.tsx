import { type ReactNode, useId } from 'react';
import { Form } from '#web/lib/forms/form.tsx';
import type { FormHandle, Submit } from '#web/lib/forms/use-form.ts';
import { cn } from '#web/ui/cn.ts';
import { cardTexts } from './texts.ts';
import type { CardValues } from './rules.ts';

type CardSheetProps = Pick<Submit<CardValues, void>, 'onSubmit' | 'onInvalid'> & {
  form: FormHandle<CardValues>;
  title?: string;
  /** The number of doubtful fields. */
  doubtCount: number;
  /** The source document. */
  source?: ReactNode;
  children: ReactNode;
};

/** The frame of a proposed invoice: title, source document and form. */
export function CardSheet({
  title = cardTexts.title,
  doubtCount,
  source,
  children,
  ...rest
}: CardSheetProps) {
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className="mt-1 overflow-clip rounded-card border border-line-strong bg-surface shadow-e2"
    >
      <header className="border-line border-b px-4.5 py-3.5 max-md:px-3.5">
        <h2 id={headingId} className="text-lg">
          {title}
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
        <Form {...rest} className="grid min-w-0 content-start gap-4 p-4.5 max-md:p-3.5">
          {children}
        </Form>
      </div>
    </section>
  );
}
