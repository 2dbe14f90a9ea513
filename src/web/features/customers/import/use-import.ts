import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { customers } from '#contract/customers.ts';
import { call, newIdempotencyKey } from '#web/lib/api.ts';
import { sessionCurrency } from '#web/lib/session/session.ts';
import { refreshCustomers } from '../api.ts';
import type { CheckedRow } from './check.ts';

const BATCH = 500;

export type OnExisting = 'skip' | 'update';
type Outcome = {
  created: number;
  updated: number;
  skipped: number;
  /** Rows the server refused, with its reason as their problem. */
  refused: CheckedRow[];
};
type Batch = { rows: CheckedRow[]; idempotencyKey: string };
export type Running = {
  batches: Batch[];
  onExisting: OnExisting;
  done: number;
  total: number;
  outcome: Outcome;
  /** The batch at the front could not be sent; it goes again under the same key. */
  stopped: boolean;
};

const initialState = (rows: readonly CheckedRow[], onExisting: OnExisting): Running => ({
  batches: Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, at) => ({
    rows: rows.slice(at * BATCH, at * BATCH + BATCH),
    idempotencyKey: newIdempotencyKey(),
  })),
  onExisting,
  done: 0,
  total: rows.length,
  outcome: { created: 0, updated: 0, skipped: 0, refused: [] },
  stopped: false,
});

/** Sends the rows batch after batch, telling how far it is; a failure stops it where it can go on. */
export function useImport() {
  const queries = useQueryClient();
  const [running, setRunning] = useState<Running | null>(null);
  const run = async (from: Running) => {
    let state: Running = { ...from, stopped: false };
    setRunning(state);
    for (const batch of from.batches) {
      try {
        state = advance(state, batch, await send(batch, state.onExisting));
      } catch {
        state = { ...state, stopped: true };
      }
      setRunning(state);
      if (state.stopped) break;
    }
    await refreshCustomers(queries);
  };
  return {
    running,
    start: (rows: readonly CheckedRow[], onExisting: OnExisting) => void run(initialState(rows, onExisting)),
    resume: () => running && void run(running),
  };
}

type BatchResult = Awaited<ReturnType<typeof send>>;

async function send({ rows, idempotencyKey }: Batch, onExisting: OnExisting) {
  const body = {
    rows: rows.map(({ name, email, phone, withholdingKind }) => ({
      name,
      email,
      phone: phone || null,
      withholdingKind,
    })),
    onExisting,
  };
  const { data } = await call(
    customers.import,
    { params: { currency: sessionCurrency() }, body },
    { idempotencyKey },
  );
  return data;
}

function advance(state: Running, batch: Batch, result: BatchResult): Running {
  const refused = result.results.flatMap(({ index, status, message }) => {
    const row = batch.rows[index];
    return row && status === 'failed' ? [{ ...row, problem: message ?? '' }] : [];
  });
  const { created, updated, skipped } = state.outcome;
  return {
    ...state,
    batches: state.batches.filter((one) => one !== batch),
    done: state.done + batch.rows.length,
    outcome: {
      created: created + result.created,
      updated: updated + result.updated,
      skipped: skipped + result.skipped,
      refused: [...state.outcome.refused, ...refused],
    },
  };
}
