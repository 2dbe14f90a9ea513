import type { Schema } from '#contract/endpoint.ts';

type Def = {
  type: string;
  shape?: Record<string, Schema>;
  innerType?: Schema;
  element?: Schema;
  items?: Schema[];
  in?: Schema;
  options?: Schema[];
  entries?: Record<string, string | number>;
  values?: unknown[];
};
const defOf = (schema: Schema): Def => schema._zod.def as unknown as Def;

const SAMPLE_TEXTS: [RegExp, unknown][] = [
  [/email|^to$/i, 'ada@example.test'],
  [/password/i, 'correct horse staple 9'],
  [/pin$/i, '2749'],
  [/date|day|promisedFor/i, '2099-01-01'],
  [/phone/i, '08031234567'],
  [/colou?r/i, '#112233'],
  [/url$|website/i, 'https://example.com'],
  [/currency/i, 'NGN'],
  [/country/i, 'NG'],
  [/accountNumber/i, '0123456789'],
  [/bankCode/i, '058'],
  [/verificationNumber|bvn/i, '22212345678'],
  [/zip/i, '400001'],
];
const sampleTextFor = (key: string): unknown => SAMPLE_TEXTS.find(([name]) => name.test(key))?.[1] ?? 'Words';

/** A value a schema most likely takes; guessed by names where it says no more than text. */
export function sampleOf(schema: Schema, key = ''): unknown {
  const def = defOf(schema);
  if (def.shape)
    return Object.fromEntries(
      Object.entries(def.shape).map(([name, inner]) => [name, sampleOf(inner, name)]),
    );
  if (def.element) return [sampleOf(def.element, key)];
  if (def.items) return def.items.map((item) => sampleOf(item, key));
  if (def.innerType) return sampleOf(def.innerType, key);
  if (def.in) return sampleOf(def.in, key);
  if (def.options?.[0]) return sampleOf(def.options[0], key);
  if (def.entries) return Object.values(def.entries)[0];
  if (def.values) return def.values[0];
  if (def.type === 'number') return 1;
  return def.type === 'boolean' ? true : sampleTextFor(key);
}

/** Where a schema takes free text: the paths of its texts. */
export function textsIn(schema: Schema, path: string[] = []): string[][] {
  const def = defOf(schema);
  if (def.shape) return Object.entries(def.shape).flatMap(([name, inner]) => textsIn(inner, [...path, name]));
  if (def.element) return textsIn(def.element, [...path, '0']);
  const inner = def.innerType ?? def.in ?? def.options?.[0];
  if (inner) return textsIn(inner, path);
  return def.type === 'string' ? [path] : [];
}

/** The same value with something else at a path. */
export function withAt(value: unknown, [first, ...rest]: string[], replace: unknown): unknown {
  if (first === undefined) return replace;
  if (Array.isArray(value))
    return value.map((one, at) => (String(at) === first ? withAt(one, rest, replace) : one));
  const record = value as Record<string, unknown>;
  return { ...record, [first]: withAt(record[first], rest, replace) };
}

/** Every text an answer carries under a name. */
export function textsUnder(value: unknown, name: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === name && typeof inner === 'string' ? [inner] : textsUnder(inner, name),
  );
}
