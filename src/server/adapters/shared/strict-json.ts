/**
 * The value of JSON text; undefined for what is no JSON, and for an object that names a key twice, which readers
 * understand differently, or is nested deeper than anybody means.
 */
export function parseStrictly(raw: Uint8Array): unknown {
  try {
    // A byte order mark is kept, so that it is no valid JSON.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
    const value: unknown = JSON.parse(text);
    return isAmbiguous(text) ? undefined : value;
  } catch {
    return undefined;
  }
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/gs;

const DEEPEST = 64;

/** Whether valid JSON text has an object with the same key twice, or too many levels. */
function isAmbiguous(text: string): boolean {
  const open: (Set<string> | null)[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const keys = open.at(-1);
      const key = String(JSON.parse(last));
      if (keys?.has(key)) return true;
      keys?.add(key);
    }
    if (open.length > DEEPEST) return true;
    last = token;
  }
  return false;
}
