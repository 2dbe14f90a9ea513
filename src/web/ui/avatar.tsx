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
      {initials(name)}
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

function initials(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => /\p{L}|\p{N}/u.test(word));
  const letters =
    words.length > 1
      ? [words[0], words.at(-1)].map((word) => word?.charAt(0) ?? '')
      : [words[0]?.slice(0, 2) ?? '?'];
  return letters.join('').toUpperCase();
}
