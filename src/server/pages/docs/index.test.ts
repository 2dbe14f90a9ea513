import { Hono } from 'hono';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '#contract/index.ts';
import { errorStatuses } from '#core/errors.ts';
import { fieldsOf } from './fields.ts';
import { docsPage } from './index.ts';

const page = async () => (await new Hono().get('/api/docs', docsPage).request('/api/docs')).text();

test('every call and every refusal is on the page, each at an address of its own, without a script', async () => {
  const text = await page();
  for (const { name, endpoint } of endpoints) {
    expect(text.split(`<article id="${name}"`)).toHaveLength(2);
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])])
      expect(text).toContain(`<code>${path}</code>`);
  }
  for (const [code, status] of Object.entries(errorStatuses))
    expect(text).toContain(`<code>${code}</code></th><td>${status}</td>`);
  expect(text).not.toMatch(/<script|undefined|\[object/);
  const anchors = Array.from(text.matchAll(/href="#([^"]+)"/g), ([, id]) => id);
  for (const id of anchors) expect(text).toContain(`id="${id}"`);
});

test('fields inside objects, lists and choices have names of their own', () => {
  const schema = z.object({
    items: z.array(z.object({ rate: z.number(), note: z.optional(z.string().check(z.maxLength(9))) })),
    owner: z.nullable(z.object({ id: z.string() })),
    kind: z.enum(['a', 'b']),
  });
  expect(fieldsOf(schema).map(({ name, type, required, notes }) => [name, type, required, notes])).toEqual([
    ['items', 'list of object', true, ''],
    ['items[].rate', 'number', true, ''],
    ['items[].note', 'string', false, 'at most 9 characters'],
    ['owner', 'object or null', true, ''],
    ['owner.id', 'string', true, ''],
    ['kind', '"a" | "b"', true, ''],
  ]);
});
