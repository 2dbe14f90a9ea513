import { createHash } from 'node:crypto';

/**
 * Secrets, and the output of the product in which they must not be. After every test file tests/setup.ts compares both.
 */
export type Channel = 'log' | 'refusal' | 'answer' | 'prompt' | 'mail';

/** `account`: a bank account's number, which its owner and who has an invoice may read. `token`: of a session. */
export type Kind = 'password' | 'bvn' | 'account' | 'token' | 'secret';

const everywhere: readonly Channel[] = ['log', 'refusal', 'answer', 'prompt', 'mail'];
const forbidden: Record<Kind, readonly Channel[]> = {
  password: everywhere,
  bvn: everywhere,
  secret: everywhere,
  account: ['log', 'refusal', 'prompt', 'mail'],
  token: everywhere,
};
/** Calls whose answer is a new token. */
const GIVE_TOKENS = /^\/api\/auth\/|^\/api\/extension\//;

/** Values that are nobody's secret but must never be shown: hashes of passwords, and sealed values. */
const SHAPES: [string, RegExp][] = [
  ['a password hash', /\$argon2(?:id|i|d)\$/],
  ['a PIN beside its name', /"(?:transactionP|p)in(?:_hash)?"\s*:\s*"?\d{4}\b/i],
  ['a sealed value', /\bd2\.dky_[0-9a-z]{26}\.[\w-]{38,}/],
];

export type Finding = { channel: Channel; what: string; where: string };
type Entry = { channel: Channel; text: string; where: string };

const FLUSH_AT = 2_000_000;
const ENCODED_AT_MOST = 40;

/** A sink and a registry of its own; `canaries` is the one every test file shares. */
export function createCanaries() {
  const values = new Map<string, Kind>();
  const findings: Finding[] = [];
  let entries: Entry[] = [];
  let size = 0;
  const flush = (): void => {
    const forms = formsOf(values);
    for (const entry of entries) findings.push(...findingsIn(entry, values, forms));
    entries = [];
    size = 0;
  };
  return {
    /** Names a secret that must not be found; of a token its plain hash neither. */
    register(kind: Kind, ...secrets: string[]): void {
      for (const secret of secrets) {
        values.set(secret, kind);
        if (kind !== 'token') continue;
        for (const encoding of ['hex', 'base64url'] as const)
          values.set(createHash('sha256').update(secret).digest(encoding), 'secret');
      }
    },
    /** Takes down what the product wrote; `where` says where to look for it. */
    note(channel: Channel, text: string, where = ''): void {
      entries.push({ channel, text, where });
      size += text.length;
      if (size > FLUSH_AT) flush();
    },
    /** Everything found up to now. */
    findings(): Finding[] {
      flush();
      return findings.splice(0);
    },
    /** Begins anew, for the next file. */
    forget(): void {
      values.clear();
    },
  };
}

export const canaries = createCanaries();

type Form = { text: string; kind: Kind; as: string };

function formsOf(values: ReadonlyMap<string, Kind>): Form[] {
  // Tokens are looked for by their shape; of the first few the other spellings as well.
  return [...values]
    .slice(0, ENCODED_AT_MOST)
    .flatMap(([value, kind]) => [
      ...(isWholeWord(value) ? [] : [{ text: value, kind, as: 'plain' }]),
      ...(encodeURIComponent(value) === value ? [] : [{ text: encodeURIComponent(value), kind, as: 'URL' }]),
      { text: Buffer.from(value).toString('hex'), kind, as: 'hex' },
      ...[0, 1, 2].map((shift) => ({ text: base64At(value, shift), kind, as: 'base64' })),
    ]);
}

const isWholeWord = (value: string) => /^[\w-]+$/.test(value);

// Part of a value's base64 that does not depend on the bytes around it.
function base64At(value: string, shift: number): string {
  const text = Buffer.concat([Buffer.alloc(shift), Buffer.from(value)])
    .toString('base64')
    .replace(/=+$/, '');
  const bits = (shift + Buffer.byteLength(value)) * 8;
  return text.slice(Math.ceil((shift * 8) / 6), Math.floor(bits / 6));
}

function findingsIn(entry: Entry, values: ReadonlyMap<string, Kind>, forms: readonly Form[]): Finding[] {
  const { channel, text, where } = entry;
  const found: Finding[] = [];
  const add = (kind: Kind, as: string) => {
    if (
      forbidden[kind].includes(channel) &&
      !(kind === 'token' && channel === 'answer' && GIVE_TOKENS.test(where))
    )
      found.push({ channel, what: `a ${kind}, ${as}`, where: where || text.slice(0, 200) });
  };
  for (const token of text.match(/[\w-]{8,}/g) ?? []) {
    const kind = values.get(token);
    if (kind) add(kind, 'plain');
  }
  const plain =
    text.includes('-') || text.includes('_')
      ? `${text}\n${text.replace(/-/g, '+').replace(/_/g, '/')}`
      : text;
  for (const form of forms) if (plain.includes(form.text)) add(form.kind, form.as);
  for (const [what, shape] of SHAPES) {
    if (shape.test(text)) found.push({ channel, what, where: where || text.slice(0, 200) });
  }
  return found;
}

/** Where a test's service writes its log: everything, as in production, into the sink. */
export const logSink = { write: (line: string): void => canaries.note('log', line) };

// Metrics are for operators, as the log is.
const channelOf = ({ ok }: Response, path: string): Channel => {
  if (path.startsWith('/metrics')) return 'log';
  return ok ? 'answer' : 'refusal';
};

const TEXTS = /^(?:application\/(?:problem\+)?json|text\/(?:html|plain|csv|xml))/;

const isOwn = (url: string): boolean => /^https?:\/\/(?:127\.0\.0\.1|localhost)[:/]/.test(url);

// Packed and unpacked in one process, answers took a tenth of the tests' time. A test about packing asks for it.
function unpacked(
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
): RequestInit | undefined {
  const isRequest = input instanceof Request;
  if (!isOwn(isRequest ? input.url : String(input))) return init;
  const headers = new Headers(init?.headers ?? (isRequest ? input.headers : undefined));
  if (!headers.has('accept-encoding')) headers.set('accept-encoding', 'identity');
  return { ...init, headers };
}

/** A `fetch` that takes down what a test's own service answers. Streams and files are left alone. */
export function recordingFetch(real: typeof fetch, pending: Set<Promise<void>>): typeof fetch {
  return async (input, init) => {
    const response = await real(input, unpacked(input, init));
    const isText = TEXTS.test(response.headers.get('content-type') ?? '');
    if (!isOwn(response.url) || !isText) return response;
    const { pathname } = new URL(response.url);
    const recorded = response
      .clone()
      .text()
      .then((text) => canaries.note(channelOf(response, pathname), text, pathname))
      .catch(() => undefined)
      .finally(() => pending.delete(recorded));
    pending.add(recorded);
    return response;
  };
}
