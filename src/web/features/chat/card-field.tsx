import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { Field } from '../../ui/field.tsx';

type CardFieldProps = {
  label: string;
  error: string | undefined;
  doubt: string | undefined;
  className?: string;
  children: ReactNode;
};

/** A field of a proposal; a doubtful one says so by icon and words. */
export function CardField({ label, error, doubt, className, children }: CardFieldProps) {
  const hint = doubt && (
    <span className="flex items-start gap-1.5 font-medium text-warn">
      <Eye aria-hidden className="mt-px size-4 shrink-0" />
      {doubt}
    </span>
  );
  return (
    <Field label={label} error={error} hint={error ? undefined : hint} className={className ?? ''}>
      {children}
    </Field>
  );
}
