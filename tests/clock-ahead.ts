const QUARTER_MS = 15 * 60_000;

/**
 * How far the services of a test file are ahead of the machine's clock: they begin with a quarter of an hour, so that no
 * limit's window ends while a test counts against it.
 */
export const clockAhead = { ms: 0 };

export function beginWithWindow(): void {
  clockAhead.ms = QUARTER_MS - (Date.now() % QUARTER_MS);
}

/** The time as those services have it, for what talks to them from outside. */
export const serviceTime = (): Date => new Date(Date.now() + clockAhead.ms);
