import { plusMs } from '#core/dates.ts';

// Clocks differ.
const MARGIN_MS = 2 * 3_600_000;

type Times = readonly (Date | null)[];

/** Whether a page plainly runs from the oldest to the newest. */
export function rises(item: Times): boolean {
  const times = item.map((at) => at?.getTime() ?? 0);
  const steps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  return steps.some((step) => step > 0) && steps.every((step) => step >= 0);
}

/**
 * Tracks whether a list is in descending order of time, and says when the rest must be older than an instant.
 */
export function createOrder(since: Date | null) {
  const end = since && plusMs(since, -MARGIN_MS);
  let last: Date | null = null;
  let falls = false;
  let isBroken = false;
  return {
    isPast: (item: Times): boolean => {
      for (const at of item) {
        if (!at || (last && at > last)) isBroken = true;
        else if (last && at < last) falls = true;
        last = at ?? last;
      }
      return Boolean(end && last && falls && !isBroken && last < end);
    },
  };
}
