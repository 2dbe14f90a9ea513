import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { cn } from './cn.ts';
import { controlClass, useFieldControl, useFieldLabelId } from './field.tsx';
import { labels } from './labels.ts';
import type { Option } from './options.ts';
import { Spinner } from './spinner.tsx';

const loadBox = () => import('./picker-box.tsx');
const PickerBox = lazy(async () => ({ default: (await loadBox()).PickerBox }));

export type PickerProps = {
  value: string;
  onChange: (value: string) => void;
  options: readonly Option[];
  placeholder?: string;
  /** The name where no `Field` gives one, as in a filter. */
  label?: string;
  loading?: boolean;
  disabled?: boolean;
  onBlur?: () => void;
  className?: string;
};

/** Props of the floating part of a picker. */
export type PickerList = {
  listId: string;
  label: string | undefined;
  labelId: string | undefined;
  pick: (option: Option | undefined) => void;
  close: () => void;
};

type PickerFrameProps = PickerProps & { children: (list: PickerList) => ReactNode };

/** The closed control of a select or combobox; the box its list floats in is fetched when somebody reaches for it. */
export function Picker(props: PickerFrameProps) {
  const { value, onChange, options, placeholder = labels.choose, label, loading = false, children } = props;
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const listId = useId();
  const labelId = useFieldLabelId();
  const chosen = options.find((option) => option.value === value);
  const toggle = (next: boolean) => {
    setOpen(next);
    if (next) return setOpened(true);
    // At once: the box leaves later, when somebody quick already types into the next field.
    if (box.current?.contains(document.activeElement)) trigger.current?.focus();
    props.onBlur?.();
  };
  const pick = (option: Option | undefined) => {
    if (!option || option.disabled) return;
    onChange(option.value);
    toggle(false);
  };
  const openByArrow = (event: KeyboardEvent) => {
    if (!['ArrowDown', 'ArrowUp'].includes(event.key)) return;
    event.preventDefault();
    toggle(true);
  };
  return (
    <>
      <button
        {...useFieldControl()}
        ref={trigger}
        type="button"
        role="combobox"
        aria-controls={open ? listId : undefined}
        aria-expanded={open}
        aria-haspopup="listbox"
        aria-label={label}
        disabled={props.disabled}
        onPointerEnter={loadBox}
        onFocus={loadBox}
        onClick={() => toggle(!open)}
        onKeyDown={openByArrow}
        className={cn(controlClass, 'flex items-center justify-between gap-2 text-left', props.className)}
      >
        <span className={cn('flex min-w-0 items-center gap-2.5', !chosen && 'text-muted')}>
          {chosen?.start}
          <span className="truncate">{chosen?.label ?? placeholder}</span>
        </span>
        {loading ? (
          <Spinner className="size-4.5 text-muted" label={labels.loading} />
        ) : (
          <ChevronDown aria-hidden className="size-4.5 shrink-0 text-muted" />
        )}
      </button>
      <Suspense fallback={null}>
        {opened && (
          <PickerBox {...{ open, trigger, box, label, labelId }} onOpenChange={toggle}>
            {children({ listId, label, labelId, pick, close: () => toggle(false) })}
          </PickerBox>
        )}
      </Suspense>
    </>
  );
}
