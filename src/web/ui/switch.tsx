import { cn } from './cn.ts';

type SwitchProps = {
  /** The accessible name, where no visible label is tied by `labelledBy`. */
  label?: string;
  labelledBy?: string;
  describedBy?: string | undefined;
  checked: boolean;
  onChange: (on: boolean) => void;
  disabled?: boolean;
};

/** On or off, at once. */
export function Switch({ label, labelledBy, describedBy, checked, onChange, disabled }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      className={cn(
        'relative inline-flex h-7 w-12 shrink-0 items-center rounded-full border-2 transition-colors disabled:cursor-not-allowed disabled:opacity-55',
        'after:absolute after:-inset-2.5',
        checked ? 'border-primary bg-primary' : 'border-line-strong bg-sunken',
      )}
    >
      <span
        className={cn(
          'block size-5 rounded-full transition-transform motion-reduce:transition-none',
          checked ? 'translate-x-[1.35rem] bg-on-primary' : 'translate-x-0.5 bg-line-strong',
        )}
      />
    </button>
  );
}
