const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/gy;
const SKIP = /[^"{}[\]:,]*/y;

/**
 * The value of a JSON text; undefined when it is none, begins with a byte order mark, or names a key of one object
 * twice, which two readers may take for two different messages.
 */
export function parseStrictly(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return repeatsKey(text) ? undefined : value;
  } catch {
    return undefined;
  }
}

// The text is known to be JSON. A string is a key when a colon follows it.
function repeatsKey(text: string): boolean {
  const open: Set<string>[] = [];
  let last = '';
  for (const token of tokensOf(text)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const keys = open.at(-1);
      const key = JSON.parse(last) as string;
      if (keys?.has(key)) return true;
      keys?.add(key);
    }
    last = token;
  }
  return false;
}

function* tokensOf(text: string): Generator<string> {
  let at = 0;
  while (at < text.length) {
    SKIP.lastIndex = at;
    SKIP.exec(text);
    TOKEN.lastIndex = SKIP.lastIndex;
    const found = TOKEN.exec(text);
    if (!found) return;
    at = TOKEN.lastIndex;
    yield found[0];
  }
}
