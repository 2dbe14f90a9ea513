import { Fragment } from 'react';
import { cn } from './cn.ts';
import { labels } from './labels.ts';

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** `Mod+K` as the keys of this machine: Ctrl K, or ⌘ K on a Mac. */
export function Keys({ keys, className }: { keys: string; className?: string }) {
  return (
    <span className={cn('inline-flex items-center gap-1 whitespace-nowrap text-muted text-xs', className)}>
      {keys.split(' ').map((stroke, at) => (
        <Fragment key={stroke}>
          {at > 0 && <span>{labels.thenKey}</span>}
          {parts(stroke).map((key) => (
            <kbd
              key={key}
              className="min-w-6 rounded-[6px] border border-line bg-surface px-1.5 py-0.5 text-center font-semibold font-text text-ink text-xs"
            >
              {key}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}

/** `Mod+K` in one piece: Ctrl K, or ⌘ K. */
export function keysText(stroke: string): string {
  return parts(stroke).join(' ');
}

function parts(stroke: string): string[] {
  return stroke.split('+').map((key) => (key === 'Mod' ? (isApple() ? '⌘' : labels.ctrl) : key));
}
