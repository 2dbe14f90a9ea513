const TICK_MS = 1_000;
const WARNINGS = [
  { at: 300, name: 'fiveMinutesLeft' },
  { at: 60, name: 'oneMinuteLeft' },
] as const;
type Warning = (typeof WARNINGS)[number]['name'] | 'accountExpired';

/** `29:41`, or `1:05:09` past an hour. */
export function formatCountdown(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const tail = `${String(minutes).padStart(hours > 0 ? 2 : 1, '0')}:${String(rest).padStart(2, '0')}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
}

/** The warning to announce when the seconds left fall from `before` to `now`. */
export function warningBetween(before: number, now: number): Warning | null {
  if (before > 0 && now <= 0) return 'accountExpired';
  return WARNINGS.findLast(({ at }) => before > at && now <= at)?.name ?? null;
}

/**
 * Counts down the life of the account number on the page. The server says how long it lives and only the time
 * since then is measured here: the clocks of phones are often wrong.
 */
export function startCountdown(announce: (warning: Warning) => void): { restart(): void } {
  let from = Date.now();
  let before = Number.POSITIVE_INFINITY;
  const tick = () => {
    const place = document.querySelector<HTMLElement>('[data-seconds-left]');
    if (!place) return;
    const left = Math.max(0, Number(place.dataset.secondsLeft) - Math.floor((Date.now() - from) / 1000));
    place.textContent = formatCountdown(left);
    const warning = Number.isFinite(before) ? warningBetween(before, left) : null;
    if (warning) announce(warning);
    if (left === 0) expire();
    before = left;
  };
  tick();
  setInterval(tick, TICK_MS);
  return {
    restart: () => {
      from = Date.now();
      before = Number.POSITIVE_INFINITY;
      tick();
    },
  };
}

function expire(): void {
  const [waiting, stale] = [
    document.querySelector<HTMLElement>('[data-waiting]'),
    document.querySelector<HTMLElement>('[data-stale]'),
  ];
  if (!waiting || !stale || waiting.hidden) return;
  waiting.hidden = true;
  stale.hidden = false;
  document.getElementById('main')?.classList.add('expired');
}
