import type { ComponentProps, MouseEvent } from 'react';
import { cn } from './cn.ts';
import { Row } from './table.tsx';

/** A row that opens something, pressed anywhere but on its controls. */
export function OpenRow({ onOpen, className, ...rest }: ComponentProps<typeof Row> & { onOpen: () => void }) {
  return (
    <Row
      onClick={(event) => isPress(event) && onOpen()}
      className={cn('cursor-pointer', className)}
      {...rest}
    />
  );
}

function isPress({ target, currentTarget }: MouseEvent): boolean {
  // A menu's items are children of the row for React, but not on the page.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  return target.closest('a, button, [data-control]') === null && getSelection()?.toString() === '';
}
