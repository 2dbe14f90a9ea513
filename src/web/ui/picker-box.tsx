import { Popover } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import { cn } from './cn.ts';
import { listClass } from './list-class.ts';

type PickerBoxProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  trigger: RefObject<HTMLButtonElement | null>;
  box: RefObject<HTMLDivElement | null>;
  label: string | undefined;
  labelId: string | undefined;
  children: ReactNode;
};

/** The box under a picker's control, as wide as it and within the window. */
export function PickerBox({ open, onOpenChange, trigger, box, label, labelId, children }: PickerBoxProps) {
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Anchor virtualRef={trigger} />
      <Popover.Portal>
        <Popover.Content
          ref={box}
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-label={label}
          aria-labelledby={label ? undefined : labelId}
          onInteractOutside={(event) => {
            // The control closes its own box.
            if (event.target instanceof Node && trigger.current?.contains(event.target))
              event.preventDefault();
          }}
          // The control has it back already, or somebody went on.
          onCloseAutoFocus={(event) => event.preventDefault()}
          className={cn(listClass, 'w-(--radix-popover-trigger-width) min-w-max max-w-[calc(100vw-1.5rem)]')}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
