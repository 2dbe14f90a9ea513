import { CircleAlert } from 'lucide-react';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { cn } from './cn.ts';
import { labels } from './labels.ts';

type FieldContext = { id: string; describedBy: string | undefined; invalid: boolean; required: boolean };

const Context = createContext<FieldContext | null>(null);

export type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Announced as required; the label says "(optional)" instead where most fields are required. */
  required?: boolean;
  optional?: boolean;
  /** Names a group of controls (radio cards, tiles) instead of one control. */
  group?: boolean;
  hideLabel?: boolean;
  /** Shown at the end of the label's line, such as a link or a counter. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** Label, hint and error of one control; the control inside ties itself to them. */
export function Field({
  label,
  hint,
  error,
  required = false,
  optional = false,
  group = false,
  hideLabel = false,
  aside,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : null;
  const errorId = error ? `${id}-error` : null;
  const describedBy = [hintId, errorId].filter((part) => part !== null).join(' ') || undefined;
  const labelled = (
    <>
      {label}
      {optional && <span className="font-normal text-muted">{labels.optional}</span>}
    </>
  );
  const labelClass = cn('font-semibold text-15', hideLabel && 'sr-only');
  return (
    <div
      className={cn('min-w-0', className)}
      role={group ? 'group' : undefined}
      aria-labelledby={group ? `${id}-label` : undefined}
      aria-describedby={group ? describedBy : undefined}
    >
      <div className={cn('flex items-baseline justify-between gap-3', !hideLabel && 'mb-1.5')}>
        {group ? (
          <span id={`${id}-label`} className={labelClass}>
            {labelled}
          </span>
        ) : (
          <label id={`${id}-label`} htmlFor={id} className={labelClass}>
            {labelled}
          </label>
        )}
        {aside && <span className="text-13 text-muted">{aside}</span>}
      </div>
      <Context value={{ id, describedBy, invalid: Boolean(error), required }}>{children}</Context>
      {hintId && (
        <p id={hintId} className="mt-1.5 text-13 text-muted">
          {hint}
        </p>
      )}
      {errorId && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="mt-1.5 flex items-start gap-1.5 font-medium text-13 text-bad">
      <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}

/** Props that tie a control to the `Field` around it; empty outside of one. */
export function useFieldControl() {
  const field = useContext(Context);
  if (!field) return {};
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
  };
}

/** The id of the label around, for controls that are not labelled by `htmlFor`. */
export function useFieldLabelId(): string | undefined {
  const field = useContext(Context);
  return field ? `${field.id}-label` : undefined;
}

/** How every text control looks. */
export const controlClass =
  'min-h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface px-3.5 py-2 text-base text-ink transition-[border-color,box-shadow] ' +
  'focus:border-primary focus:outline-2 focus:outline-offset-0 focus:outline-primary focus-visible:rounded-control ' +
  'aria-invalid:border-bad aria-invalid:focus:outline-bad disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted [&:is(input,textarea):read-only]:bg-sunken';
