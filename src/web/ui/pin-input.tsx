import {
  type ClipboardEvent,
  type ComponentProps,
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

const digitsIn = (text: string) => text.replace(/\D/g, '');

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
export function PinInput(props: PinInputProps) {
  const { label, value, onChange, onFull, error, disabled, handle, className } = props;
  const id = useId();
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const group = useScrollWhen(Boolean(error));
  const go = (place: number) => boxes.current[Math.max(0, Math.min(LENGTH - 1, place))]?.focus();
  useImperativeHandle(handle, () => ({ focus: () => boxes.current[0]?.focus() }), []);
  const accept = (digits: string, place: number) => {
    onChange(digits);
    if (digits.length === LENGTH && value.length < LENGTH) onFull?.(digits);
    else go(place);
  };
  const type = (text: string, place: number) => {
    const typed = digitsIn(text);
    if (typed.length > 2) return accept(typed.slice(0, LENGTH), typed.length);
    const before = value[place] ?? '';
    const digit = typed.length === 2 ? (typed.replace(before, '').at(0) ?? '') : typed;
    const at = Math.min(place, value.length);
    accept(value.slice(0, at) + digit + value.slice(at + 1), digit ? at + 1 : at);
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    const digits = digitsIn(event.clipboardData.getData('text')).slice(0, LENGTH);
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
          <Box
            key={place}
            ref={(box) => {
              boxes.current[place] = box;
            }}
            aria-label={labels.digit(place + 1, LENGTH)}
            aria-invalid={error ? true : undefined}
            disabled={disabled}
            value={value[place] ?? ''}
            onChange={(event) => type(event.target.value, place)}
            onPaste={paste}
            onKeyDown={(event) => press(event, place)}
          />
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

function useScrollWhen(isWrong: boolean) {
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On low screens the words would stay under the dialog's foot.
    if (isWrong) group.current?.scrollIntoView({ block: 'nearest' });
  }, [isWrong]);
  return group;
}

const Box = (props: ComponentProps<'input'>) => (
  <input
    type="password"
    inputMode="numeric"
    // One that browsers and password managers never fill by themselves.
    autoComplete="one-time-code"
    data-1p-ignore=""
    data-lpignore="true"
    data-bwignore=""
    aria-required
    onFocus={(event) => event.target.select()}
    className={cn(controlClass, 'size-14 min-h-14 px-0 text-center font-bold font-display text-2xl')}
    {...props}
  />
);
