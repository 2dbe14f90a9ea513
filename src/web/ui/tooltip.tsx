import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

const DELAY_MS = 700;

type TooltipProps = { text: string; side?: 'top' | 'right' | 'bottom' | 'left'; children: ReactNode };

/** Names a control after 700 ms of hovering, at once on focus. */
export function Tooltip({ text, side = 'bottom', children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={DELAY_MS}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            className="z-50 max-w-xs animate-enter rounded-sm bg-ink px-2.5 py-1.5 font-medium text-13 text-bg"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
