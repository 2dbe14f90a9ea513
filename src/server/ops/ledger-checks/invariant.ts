/** A ledger invariant: `breaches` is SQL whose every row (one column, `id`) names a violation. */
export type Invariant = { id: string; promise: string; breaches: string };
