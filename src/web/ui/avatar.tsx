import { initialsOf } from '#core/initials.ts';
import { Cloth } from './cloth.tsx';
import { cn } from './cn.ts';

/** A person or customer by initials. */
export function Avatar({ name, className }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        'grid size-9.5 shrink-0 place-items-center rounded-control bg-primary-soft font-bold font-display text-primary text-sm',
        className,
      )}
    >
      {initialsOf(name) || '?'}
    </span>
  );
}

type ClothAvatarProps = { seed: string; primary: string; secondary: string; className?: string };

/** A business by a roundel of its cloth. */
export function ClothAvatar({ className, ...cloth }: ClothAvatarProps) {
  return (
    <Cloth
      {...cloth}
      columns={2}
      rows={2}
      crackle={false}
      className={cn(
        'size-10.5 shrink-0 rounded-full border-2 border-surface shadow-[0_0_0_1px_var(--line)]',
        className,
      )}
    />
  );
}
