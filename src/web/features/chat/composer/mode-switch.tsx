import { useId } from 'react';
import { cn } from '#web/ui/cn.ts';
import { texts } from '../texts.ts';

export type Mode = 'ai' | 'standard';

const modes: readonly Mode[] = ['ai', 'standard'];

/** Whether tasks go to the assistant, or are done by hand. */
export function ModeSwitch({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) {
  const name = useId();
  return (
    <span
      role="radiogroup"
      aria-label={texts.modes.label}
      className="inline-flex rounded-control bg-sunken p-1 max-md:p-0.5"
    >
      {modes.map((value) => (
        <label
          key={value}
          className={cn(
            'relative inline-flex min-h-9 items-center max-md:min-h-11 max-[22.5rem]:px-1.5 max-[22.5rem]:text-xs whitespace-nowrap rounded-sm px-2.5 font-semibold text-13 text-muted hover:text-ink',
            'has-checked:bg-surface has-checked:text-ink has-checked:shadow-e2 has-focus-visible:outline-2 has-focus-visible:outline-primary',
          )}
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={mode === value}
            onChange={() => onMode(value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {texts.modes[value]}
        </label>
      ))}
    </span>
  );
}
