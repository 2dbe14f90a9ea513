import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import { type ComponentProps, type MouseEvent, useLayoutEffect, useRef } from 'react';
import { cn } from './cn.ts';
import { labels } from './labels.ts';
import { Spinner } from './spinner.tsx';

const button = cva(
  'relative inline-flex select-none items-center justify-center gap-2 whitespace-nowrap border font-semibold transition-colors active:translate-y-px disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:size-[1.2em] [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'border-transparent bg-primary text-on-primary hover:bg-primary-hover',
        outline: 'border-line bg-surface text-ink shadow-e1 hover:border-line-strong',
        ghost: 'border-transparent bg-transparent text-ink hover:bg-sunken',
        danger: 'border-transparent bg-bad text-on-bad hover:opacity-90',
        link: 'border-transparent bg-transparent px-0! text-primary underline-offset-4 hover:underline',
      },
      size: {
        sm: 'min-h-9 rounded-md px-3 text-sm max-md:min-h-11',
        md: 'min-h-11 rounded-control px-4.5 text-15',
        lg: 'min-h-13.5 rounded-[14px] px-6 text-[1.0625rem]',
      },
      wide: { true: 'w-full', false: '' },
    },
    defaultVariants: { variant: 'primary', size: 'md', wide: false },
  },
);

type ButtonVariants = VariantProps<typeof button>;

/** The classes of a button, for what is a link but looks like one. */
export function buttonClass({ className, ...variant }: ButtonVariants & { className?: string } = {}): string {
  return cn(button(variant), className);
}

type ButtonProps = ComponentProps<'button'> &
  ButtonVariants & {
    /** Shows a spinner over the label, whose width stays; presses do nothing meanwhile. */
    pending?: boolean;
    /** Lends the look to the only child, such as a router's link. */
    asChild?: boolean;
  };

export function Button({
  variant,
  size,
  wide,
  pending = false,
  asChild = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const classes = cn(button({ variant, size, wide }), className);
  const pressed = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // A button that cannot be pressed loses the focus; who pressed it by key goes on from it.
    if (!pending && document.activeElement === document.body) pressed.current?.focus({ preventScroll: true });
    if (!pending) pressed.current = null;
  }, [pending]);
  if (asChild)
    return (
      <Slot.Root className={classes} {...rest}>
        {children}
      </Slot.Root>
    );
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending || rest['aria-disabled'] === true) return event.preventDefault();
    pressed.current = event.currentTarget;
    onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={classes}
      onClick={press}
      aria-busy={pending || undefined}
      disabled={rest.disabled || pending}
    >
      <span className={cn('inline-flex items-center gap-2', pending && 'invisible')}>{children}</span>
      {pending && <Spinner className="absolute" label={labels.working} />}
    </button>
  );
}
