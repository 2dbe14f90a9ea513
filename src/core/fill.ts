import { assert } from './assert.ts';

/** A text with its `{names}` filled in, once: what is filled in is never read for names again. Throws for a name without a value. */
export const fill = (text: string, values: Record<string, string>): string =>
  fillParts(text, values).join('');

/** The same in pieces, for values that are markup. */
export function fillParts<Value>(text: string, values: Record<string, Value>): (string | Value)[] {
  return text.split(/\{(\w+)\}/).map((part, at) => {
    if (at % 2 === 0) return part;
    const value = values[part];
    assert(value !== undefined, `a message says {${part}}, and nothing is known of it`);
    return value;
  });
}
