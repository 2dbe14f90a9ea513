import { Check, ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cn } from './cn.ts';
import { controlClass, useFieldControl, useFieldLabelId } from './field.tsx';
import { itemClass, listClass, type Option } from './select.tsx';
import { Spinner } from './spinner.tsx';

type ComboboxProps = {
  value: string;
  onChange: (value: string) => void;
  options: readonly Option[];
  placeholder?: string;
  searchPlaceholder?: string;
  label?: string;
  /** Picks options for typed letters; by default those whose label or hint contains them. */
  find?: (text: string, options: readonly Option[]) => readonly Option[];
  loading?: boolean;
  loadingText?: string;
  emptyText?: string;
  /** Shown under the list, such as "Add customer". */
  footer?: ReactNode;
  disabled?: boolean;
  onBlur?: () => void;
  className?: string;
};

/** One of a long list, found by typing. */
export function Combobox(props: ComboboxProps) {
  const {
    value,
    options,
    placeholder = 'Choose',
    label,
    loading = false,
    disabled,
    onBlur,
    className,
  } = props;
  const [open, setOpen] = useState(false);
  const listId = useId();
  const chosen = options.find((option) => option.value === value);
  const toggle = (next: boolean) => {
    setOpen(next);
    if (!next) onBlur?.();
  };
  return (
    <Popover.Root open={open} onOpenChange={toggle}>
      <Popover.Trigger
        {...useFieldControl()}
        type="button"
        role="combobox"
        aria-controls={open ? listId : undefined}
        aria-expanded={open}
        aria-haspopup="listbox"
        aria-label={label}
        disabled={disabled}
        className={cn(controlClass, 'flex items-center justify-between gap-2 text-left', className)}
      >
        <span className={cn('flex min-w-0 items-center gap-2.5 truncate', !chosen && 'text-muted')}>
          {chosen?.start}
          <span className="truncate">{chosen?.label ?? placeholder}</span>
        </span>
        {loading ? (
          <Spinner className="size-4.5 text-muted" label="Loading" />
        ) : (
          <ChevronDown aria-hidden className="size-4.5 shrink-0 text-muted" />
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          className={cn(listClass, 'w-(--radix-popover-trigger-width) min-w-64')}
        >
          <Finder {...props} listId={listId} close={() => toggle(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

type FinderProps = ComboboxProps & { listId: string; close: () => void };

function Finder({
  value,
  onChange,
  options,
  find = contains,
  searchPlaceholder = 'Type to search',
  label,
  loading,
  loadingText = 'Loading...',
  emptyText = 'Nothing found',
  footer,
  listId,
  close,
}: FinderProps) {
  const [text, setText] = useState('');
  const labelId = useFieldLabelId();
  const list = useRef<HTMLDivElement>(null);
  const shown = text.trim() === '' ? options : find(text.trim(), options);
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => option.value === value),
    ),
  );
  useEffect(() => {
    list.current?.querySelector('[data-highlighted]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const pick = (option: Option | undefined) => {
    if (!option || option.disabled) return;
    onChange(option.value);
    close();
  };
  const move = (event: KeyboardEvent) => {
    const next = nextActive(event.key, active, shown.length);
    if (event.key === 'Enter') pick(shown[active]);
    if (next === null && event.key !== 'Enter') return;
    event.preventDefault();
    if (next !== null) setActive(next);
  };
  return (
    <>
      <div className="border-line border-b p-1.5">
        <input
          role="combobox"
          aria-label={searchPlaceholder}
          aria-controls={listId}
          aria-expanded
          aria-autocomplete="list"
          aria-activedescendant={shown[active] ? `${listId}-${active}` : undefined}
          placeholder={searchPlaceholder}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={move}
          className="min-h-10 w-full rounded-md bg-transparent px-3 outline-none"
        />
      </div>
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={label}
        aria-labelledby={label ? undefined : labelId}
        className="max-h-72 overflow-y-auto p-1.5"
      >
        {shown.map((option, index) => (
          <div
            key={option.value}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={option.value === value}
            aria-disabled={option.disabled || undefined}
            data-highlighted={index === active ? '' : undefined}
            data-disabled={option.disabled ? '' : undefined}
            onMouseMove={() => setActive(index)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(option)}
            onKeyDown={move}
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
      {shown.length === 0 && (
        <p role="status" className="px-4.5 pb-4 text-15 text-muted">
          {loading ? loadingText : emptyText}
        </p>
      )}
      {footer && <div className="border-line border-t p-1.5">{footer}</div>}
    </>
  );
}

function nextActive(key: string, active: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (active + 1) % count;
  if (key === 'ArrowUp') return (active - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

function contains(text: string, options: readonly Option[]): readonly Option[] {
  const wanted = plain(text);
  return options.filter((option) => plain(`${option.label} ${option.hint ?? ''}`).includes(wanted));
}

/** Letters without their marks, so that "sade" finds "Ṣadé". */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
