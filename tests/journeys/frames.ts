import type { Page } from '@playwright/test';

/** Frames the page draws from `begin` until `done`: a busy machine draws fewer in a second, not more for a step. */
export const framesUntil = (page: Page, begin: () => unknown, done: () => boolean): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    let frames = 0;
    const look = () => ((${done})() ? resolve(frames) : requestAnimationFrame(look, frames++));
    (${begin})();
    look();
  })`);
