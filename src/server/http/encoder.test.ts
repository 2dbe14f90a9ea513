import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '#contract/index.ts';
import { amount, calendarDate, currencyCode, instant, percent, text } from '#contract/wire.ts';
import type { Minor } from '#core/money.ts';
import { rounds } from '../../../tests/length.ts';
import { encoderOf } from './encoder.ts';

const outcome = (work: () => unknown): unknown => {
  try {
    return { value: JSON.stringify(work()) };
  } catch (error) {
    return { refused: (error as { issues?: unknown }).issues ?? String(error) };
  }
};

const schema = z.object({
  id: z.string(),
  total: amount,
  rate: z.optional(percent),
  issued: calendarDate(),
  at: z.nullable(instant),
  name: text({ max: 5 }),
  currency: currencyCode,
  kind: z.literal(['a', 'b']),
  lines: z.array(z.object({ position: z.number().check(z.int(), z.gte(0)), paid: z.boolean() })),
  either: z.union([z.object({ one: z.string() }), z.object({ two: amount })]),
  more: z.record(z.string(), z.number()),
  open: z.looseObject({ known: z.string() }),
});

const right = {
  id: fc.string(),
  total: fc.maxSafeInteger(),
  rate: fc.option(fc.integer({ min: -10, max: 10_010 }), { nil: undefined }),
  issued: fc.constantFrom('2026-11-02', '2026-02-30', 'x'),
  at: fc.option(fc.date(), { nil: null }),
  name: fc.constantFrom('Ada', ' Ada ', 'Adaeze', 'a\u202eb', ''),
  currency: fc.constantFrom('NGN', 'USD', 'EUR'),
  kind: fc.constantFrom('a', 'b', 'c'),
  lines: fc.array(
    fc.record({
      position: fc.constantFrom(0, 1, -1, 0.5, Number.NaN),
      paid: fc.boolean(),
      secret: fc.string(),
    }),
  ),
  either: fc.constantFrom({ one: 'x', two: 1 }, { two: 100, hidden: 1 }, { three: 1 }),
  more: fc.dictionary(fc.string(), fc.double()),
  open: fc.constantFrom({ known: 'x', other: 1 }, { other: 1 }),
};

test('it encodes and refuses as the schema does, whatever the value', () => {
  const encode = encoderOf(schema);
  const whole = fc.record({ ...right, password: fc.string() });
  // One field at a time is something else.
  const broken = fc
    .tuple(whole, fc.constantFrom(...Object.keys(right)), fc.anything())
    .map(([value, name, other]) => ({ ...value, [name]: other }));
  fc.assert(
    fc.property(fc.oneof(whole, broken, fc.anything()), (value) => {
      expect(outcome(() => encode(value))).toEqual(outcome(() => z.encode(schema, value as never)));
    }),
    { numRuns: rounds(300, 20_000) },
  );
});

test('what is not in the contract does not leave', () => {
  const nested = z.object({
    data: z.array(z.nullable(z.object({ id: z.string(), sum: z.optional(amount) }))),
  });
  const row = { id: 'inv_1', sum: 150050 as Minor, password_hash: 'secret', business: { pin: '1234' } };
  expect(encoderOf(nested)({ data: [row, null], token: 'secret' })).toEqual({
    data: [{ id: 'inv_1', sum: 1500.5 }, null],
  });
  expect(() => encoderOf(nested)({ data: [{ id: 1 }] })).toThrow();
});

test('every answer of the contract has an encoder that refuses what is no answer', () => {
  for (const { name, endpoint } of endpoints)
    if (endpoint.response)
      expect(() => encoderOf(endpoint.response as never)(Symbol.iterator), name).toThrow();
});
