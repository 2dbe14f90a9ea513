import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
} from 'react';
import { cn } from './cn.ts';
import { controlClass, FieldError } from './field.tsx';
import { labels } from './labels.ts';

const LENGTH = 4;
const places = [0, 1, 2, 3];

/** Puts the reader into the first box. */
export type PinHandle = { focus: () => void };

type PinInputProps = {
  label: string;
  value: string;
  onChange: (pin: string) => void;
  /** Told when the last box was filled. */
  onFull?: (pin: string) => void;
  error?: string | undefined;
  disabled?: boolean;
  handle?: Ref<PinHandle>;
  className?: string;
};

/** Four masked boxes for the digits of a PIN; typing moves on, a pasted PIN fills them all, nothing is filled in by the browser. */
export function PinInput({
  label,
  value,
  onChange,
  onFull,
  error,
  disabled,
  handle,
  className,
}: PinInputProps) {
  const id = useId();
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const group = useRef<HTMLDivElement>(null);
  const isWrong = Boolean(error);
  useEffect(() => {
    // On low screens the words would stay under the dialog's foot.
    if (isWrong) group.current?.scrollIntoView({ block: 'nearest' });
  }, [isWrong]);
  const go = (place: number) => boxes.current[Math.max(0, Math.min(LENGTH - 1, place))]?.focus();
  useImperativeHandle(handle, () => ({ focus: () => boxes.current[0]?.focus() }), []);
  const accept = (digits: string, place: number) => {
    onChange(digits);
    if (digits.length === LENGTH && value.length < LENGTH) onFull?.(digits);
    else go(place);
  };
  const type = (text: string, place: number) => {
    const typed = text.replace(/\D/g, '');
    if (typed.length > 2) return accept(typed.slice(0, LENGTH), typed.length);
    const before = value[place] ?? '';
    const digit = typed.length === 2 ? (typed.replace(before, '').at(0) ?? '') : typed;
    const at = Math.min(place, value.length);
    accept(value.slice(0, at) + digit + value.slice(at + 1), digit ? at + 1 : at);
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    const digits = event.clipboardData.getData('text').replace(/\D/g, '').slice(0, LENGTH);
    if (digits !== '') accept(digits, digits.length);
  };
  const press = (event: KeyboardEvent, place: number) => {
    if (event.key === 'ArrowLeft') go(place - 1);
    else if (event.key === 'ArrowRight') go(Math.min(place + 1, value.length));
    else if (event.key === 'Backspace' && !value[place] && place > 0) {
      onChange(value.slice(0, place - 1));
      go(place - 1);
    } else return;
    event.preventDefault();
  };
  return (
    <div
      ref={group}
      role="group"
      aria-labelledby={id}
      aria-describedby={error ? `${id}-error` : undefined}
      className={className}
    >
      <span id={id} className="mb-1.5 block font-semibold text-15">
        {label}
      </span>
      <div className="flex gap-2.5">
        {places.map((place) => (
          <input
            key={place}
            ref={(box) => {
              boxes.current[place] = box;
            }}
            type="password"
            inputMode="numeric"
            // One that browsers and password managers never fill by themselves.
            autoComplete="one-time-code"
            data-1p-ignore=""
            data-lpignore="true"
            data-bwignore=""
            aria-label={labels.digit(place + 1, LENGTH)}
            aria-invalid={error ? true : undefined}
            aria-required
            disabled={disabled}
            value={value[place] ?? ''}
            onFocus={(event) => event.target.select()}
            onChange={(event) => type(event.target.value, place)}
            onPaste={paste}
            onKeyDown={(event) => press(event, place)}
            className={cn(controlClass, 'size-14 min-h-14 px-0 text-center font-bold font-display text-2xl')}
          />
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
