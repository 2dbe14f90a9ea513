import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { expect, test } from 'vitest';

const migration = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../db/migrations', name), 'utf8');

// These books refer to no others, so their migrations can be applied alone.
test('payments given back before refunds were kept come out as given back whole', async () => {
  const ctx = await PGlite.create('memory://');
  await ctx.exec(migration('0002_sandbox.sql'));
  await ctx.exec(`
    insert into sandbox.payments
      (transaction_id, reference, status, amount_minor, currency, method, plan, next_at, created_at, paid_at)
    values
      ('told', 'r1', 'refunded', 70000, 'NGN', 'card', null, null, '2026-11-01T10:00Z', '2026-11-01T10:00Z'),
      ('untold', 'r2', 'refunded', 500, 'USD', 'card', null, null, '2026-11-02T10:00Z', '2026-11-02T10:01Z'),
      ('paid', 'r3', 'completed', 900, 'NGN', 'card', 'refunded', '2026-11-03T10:00Z', '2026-11-03T09:59Z', '2026-11-03T09:59Z'),
      ('pending', 'r4', 'pending', 900, 'NGN', 'card', null, null, '2026-11-04T10:00Z', null);
    insert into sandbox.notices (event_id, type, about, body, state, copies_left, created_at)
    values ('e1', 'payment.refunded', 'told', '{}', 'delivered', 0, '2026-11-05T10:00Z'),
      ('e2', 'payment.completed', 'untold', '{}', 'delivered', 0, '2026-11-02T10:01Z');`);
  await ctx.exec(migration('0009_sandbox_refunds.sql'));
  const payments = await ctx.query(
    'select transaction_id, status, refunded_minor, returning_minor from sandbox.payments order by created_at',
  );
  expect(payments.rows).toEqual([
    { transaction_id: 'told', status: 'refunded', refunded_minor: 70000, returning_minor: 0 },
    { transaction_id: 'untold', status: 'refunded', refunded_minor: 500, returning_minor: 0 },
    { transaction_id: 'paid', status: 'completed', refunded_minor: 0, returning_minor: 0 },
    { transaction_id: 'pending', status: 'pending', refunded_minor: 0, returning_minor: 0 },
  ]);
  const refunds = await ctx.query(
    'select transaction_id, reference, amount_minor, state, settled_at from sandbox.refunds order by settled_at',
  );
  expect(refunds.rows).toEqual([
    {
      transaction_id: 'untold',
      reference: null,
      amount_minor: 500,
      state: 'completed',
      settled_at: new Date('2026-11-02T10:01Z'),
    },
    {
      transaction_id: 'told',
      reference: null,
      amount_minor: 70000,
      state: 'completed',
      settled_at: new Date('2026-11-05T10:00Z'),
    },
  ]);
  await ctx.close();
});
