import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { Field } from '#web/ui/field.tsx';

type CardFieldProps = {
  label: string;
  error: string | undefined;
  doubt: string | undefined;
  className?: string;
  /** Names several controls instead of one. */
  group?: boolean;
  children: ReactNode;
};

/** A field of a proposal; a doubtful one says so by icon and words. */
export function CardField({ label, error, doubt, className, group = false, children }: CardFieldProps) {
  const hint = doubt && <Doubt text={doubt} />;
  return (
    <Field
      label={label}
      error={error}
      hint={error ? undefined : hint}
      className={className ?? ''}
      group={group}
    >
      {children}
    </Field>
  );
}

export function Doubt({ text }: { text: string }) {
  return (
    <span className="flex items-start gap-1.5 font-medium text-13 text-warn">
      <Eye aria-hidden className="mt-px size-4 shrink-0" />
      {text}
    </span>
  );
}
