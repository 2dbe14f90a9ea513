import type { ComponentProps, ReactNode } from 'react';
import { buttonClass } from './button.tsx';
import { cn } from './cn.ts';
import { Tooltip } from './tooltip.tsx';

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** The accessible name, also shown as a tooltip. */
  label: string;
  variant?: 'ghost' | 'outline' | 'primary';
  size?: 'sm' | 'md';
  children: ReactNode;
};

export function IconButton({
  label,
  variant = 'ghost',
  size = 'md',
  className,
  children,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const square = cn(size === 'sm' ? 'size-9 max-md:size-11' : 'size-11', 'px-0 [&_svg]:size-5', className);
  return (
    <Tooltip text={label}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        className={buttonClass({ variant, size, className: square })}
      >
        {children}
      </button>
    </Tooltip>
  );
}
