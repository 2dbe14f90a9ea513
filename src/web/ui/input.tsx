import { Eye, EyeOff, Search, X } from 'lucide-react';
import { type ChangeEvent, type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { cn } from './cn.ts';
import { controlClass, useFieldControl } from './field.tsx';
import { labels } from './labels.ts';

export function Input({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return <input {...useFieldControl()} type={type} className={cn(controlClass, className)} {...rest} />;
}

export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...useFieldControl()}
      rows={rows}
      className={cn(controlClass, 'resize-y leading-normal', className)}
      {...rest}
    />
  );
}

/** A password with an eye that shows it. */
export function PasswordInput(props: Omit<SecretInputProps, 'eye'>) {
  return <SecretInput {...props} eye={labels.showPassword} spellCheck={false} autoCapitalize="none" />;
}

type SecretInputProps = Omit<ComponentProps<'input'>, 'type' | 'ref'> & { eye: string };

/** A secret with an eye that shows it; the caret stays where it was. */
function SecretInput({ eye, className, ...rest }: SecretInputProps) {
  const box = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState(false);
  const toggle = () => {
    const input = box.current;
    const caret = input && document.activeElement === input && input.selectionStart;
    flushSync(() => setShown(!shown));
    if (typeof caret !== 'number') return;
    // Chromium moves the caret to the start when it first lays out a box whose type changed.
    void input?.offsetWidth;
    input?.setSelectionRange(caret, caret);
  };
  return (
    <div className="relative">
      <Input {...rest} ref={box} type={shown ? 'text' : 'password'} className={cn(className, 'pr-12')} />
      <ControlEnd>
        <button
          type="button"
          aria-label={eye}
          aria-pressed={shown}
          onMouseDown={(event) => event.preventDefault()}
          onClick={toggle}
          className={endButtonClass}
        >
          {shown ? <EyeOff aria-hidden className="size-5" /> : <Eye aria-hidden className="size-5" />}
        </button>
      </ControlEnd>
    </div>
  );
}

type SearchInputProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
};

/** A search box with its own name and a way to empty it. */
export function SearchInput({ label, value, onChange, className, placeholder, ...rest }: SearchInputProps) {
  const box = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    box.current?.focus();
  };
  return (
    <div className={cn('relative', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-muted"
      />
      <Input
        {...rest}
        ref={box}
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="pr-12 pl-10.5"
      />
      {value !== '' && (
        <ControlEnd>
          <button type="button" aria-label={labels.clearSearch} onClick={clear} className={endButtonClass}>
            <X aria-hidden className="size-4.5" />
          </button>
        </ControlEnd>
      )}
    </div>
  );
}

type DigitsInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'maxLength' | 'type' | 'ref'> & {
  value: string;
  onChange: (digits: string) => void;
  length: number;
  /** Hides the digits, with an eye that shows them. */
  masked?: boolean;
};

/** An account number, BVN or code: digits that are no number, so leading zeros stay; pasted spaces go. */
export function DigitsInput({ onChange, length, masked = false, className, ...rest }: DigitsInputProps) {
  const box = {
    autoComplete: 'off',
    ...rest,
    inputMode: 'numeric',
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      onChange(event.target.value.replace(/\D/g, '').slice(0, length)),
    className: cn(
      'num font-medium tracking-wide placeholder:font-normal placeholder:font-text placeholder:tracking-normal',
      className,
    ),
  } as const;
  return masked ? <SecretInput {...box} eye={labels.showDigits} /> : <Input {...box} />;
}

const endButtonClass = 'grid size-11 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink';

function ControlEnd({ children }: { children: ReactNode }) {
  return <span className="absolute inset-y-0 right-0.5 flex items-center">{children}</span>;
}
