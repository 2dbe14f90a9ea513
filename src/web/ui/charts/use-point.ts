import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { nextPointIndex } from './scale.ts';

/**
 * The point a reader has chosen of `count`, or null: by pointer, by finger (it stays when the finger lifts, until
 * something else is touched) or by arrow keys.
 */
export function usePoint(count: number, wrap: boolean) {
  const [chosen, choose] = useState<number | null>(null);
  const active = chosen !== null && chosen < count ? chosen : null;
  const bind = {
    onBlur: () => choose(null),
    onPointerLeave: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') choose(null);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') return choose(null);
      const next = nextPointIndex(event.key, active, count, wrap);
      if (next === null) return;
      event.preventDefault();
      choose(next);
    },
  };
  return { active, choose, bind };
}
