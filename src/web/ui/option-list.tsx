import { Check } from 'lucide-react';
import { type KeyboardEvent, type Ref, useEffect, useRef } from 'react';
import { itemClass } from './list-class.ts';
import type { Option } from './options.ts';

type OptionListProps = {
  id: string;
  label: string | undefined;
  labelId: string | undefined;
  options: readonly Option[];
  value: string;
  active: number;
  onActive: (index: number) => void;
  onPick: (option: Option) => void;
  /** Given where the list itself holds the focus. */
  onKeyDown?: (event: KeyboardEvent) => void;
  focusRef?: Ref<HTMLDivElement>;
};

/** The options of a select or combobox; the active one is set by `aria-activedescendant`. */
export function OptionList({
  id,
  label,
  labelId,
  options,
  value,
  active,
  onActive,
  onPick,
  onKeyDown,
  focusRef,
}: OptionListProps) {
  const inner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The box gets its height in the frame it is placed in; before that there is nothing to scroll.
    const frame = requestAnimationFrame(() => {
      inner.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView({ block: 'nearest' });
    });
    return () => cancelAnimationFrame(frame);
  }, [active]);
  return (
    <div
      ref={focusRef}
      id={id}
      role="listbox"
      tabIndex={onKeyDown ? 0 : -1}
      aria-label={label}
      aria-labelledby={label ? undefined : labelId}
      aria-activedescendant={onKeyDown && options[active] ? `${id}-${active}` : undefined}
      onKeyDown={onKeyDown}
      className="max-h-[min(20rem,var(--radix-popover-content-available-height))] overflow-y-auto p-1.5 outline-none"
    >
      <div ref={inner} role="presentation">
        {options.map((option, index) => (
          <div
            key={option.value}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            data-index={index}
            aria-selected={option.value === value}
            aria-disabled={option.disabled || undefined}
            data-highlighted={index === active ? '' : undefined}
            onMouseMove={() => onActive(index)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(option)}
            onKeyDown={onKeyDown}
            className={itemClass}
          >
            {option.start}
            <span className="min-w-0 flex-1">
              {option.label}
              {option.hint && <span className="block truncate text-13 text-muted">{option.hint}</span>}
            </span>
            {option.value === value && <Check aria-hidden className="size-4.5 shrink-0 text-primary" />}
          </div>
        ))}
      </div>
    </div>
  );
}
