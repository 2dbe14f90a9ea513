import { expect } from 'vitest';
import type { CallInput } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import {
  csvFile,
  layouts,
  type Movement,
  statementCells,
} from '../../../../tests/bank-statements/layouts.ts';
import type { Owner, TestApp } from '../../../../tests/harness.ts';

const params = { currency: 'NGN' } as const;

type Sent = {
  status: number;
  body: { message?: string; data: never; errors?: { path: string; message: string }[] };
};
type Kept = {
  statement: { id: string; counts: Record<string, number>; breaks: number[] };
  added: number;
  known: number;
};
type Query = CallInput<typeof api.bankStatements.lines>['query'];
type Match = CallInput<typeof api.bankStatements.record>['body']['matches'][number];

/** A statement file of movements, the oldest first. */
export function csv(movements: readonly Movement[], opening?: number): string {
  const [gtbank] = layouts;
  if (!gtbank) throw new Error('no layouts');
  return csvFile(statementCells(gtbank, movements, opening));
}

/** The calls of an owner about statements in naira. */
export function deskOf(app: TestApp, owner: Owner) {
  const send = async (
    path: string,
    content: string | Uint8Array<ArrayBuffer>,
    fields: Record<string, string> = {},
  ): Promise<Sent> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new File([content], 'statement.csv'));
    const response = await fetch(`${app.url}/api/ngn/bank-statements${path}`, {
      method: 'POST',
      body: form,
      headers: { Authorization: `Bearer ${owner.token}` },
    });
    return { status: response.status, body: (await response.json()) as Sent['body'] };
  };
  return {
    send,
    keep: async (content: string): Promise<Kept> => {
      const { status, body } = await send('', content, { bankName: 'GTBank', last4: '0123' });
      expect([status, body.message]).toEqual([201, expect.any(String)]);
      return body.data;
    },
    linesOf: async (id: string, state?: NonNullable<Query>['state'], search?: string) =>
      (await owner.call(api.bankStatements.lines, { params: { ...params, id }, query: { state, search } }))
        .data.lines,
    record: (id: string, matches: Match[], key?: string) =>
      owner.call(
        api.bankStatements.record,
        { params: { ...params, id }, body: { matches } },
        key ? { idempotencyKey: key } : undefined,
      ),
  };
}

export type Desk = ReturnType<typeof deskOf>;
