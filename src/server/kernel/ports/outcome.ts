/** Result of an external call: ports never throw for it. `retry` says whether another attempt may help. */
export type Outcome<T> = ({ ok: true } & T) | { ok: false; reason: string; retry: boolean };
