import { expect, test } from 'vitest';
import * as z from 'zod';
import { wireSchema } from './wire-schema.ts';

const shape = z.object({
  pattern: z.string().max(3).optional().describe('A property of that name stays'),
  day: z.iso.date().nullish(),
  lines: z.array(z.object({ rate: z.number().min(0) })).max(2),
});

test('a schema goes out without its limits, and is checked with them', async () => {
  const schema = wireSchema(shape);
  const text = JSON.stringify(await schema.jsonSchema);
  expect(text).not.toMatch(/maxLength|maxItems|minimum|\$schema|\\d/);
  expect(await schema.jsonSchema).toMatchObject({
    type: 'object',
    properties: { pattern: { type: 'string', description: 'A property of that name stays' } },
    required: ['lines'],
    additionalProperties: false,
  });
  const lines = [{ rate: 5, more: 1 }];
  expect(await schema.validate?.({ lines })).toEqual({ success: true, value: { lines: [{ rate: 5 }] } });
  for (const wrong of [
    {},
    { lines, pattern: 'long' },
    { lines: [{ rate: -1 }] },
    { lines, day: '2026-02-30' },
  ])
    expect(await schema.validate?.(wrong)).toMatchObject({ success: false });
});
