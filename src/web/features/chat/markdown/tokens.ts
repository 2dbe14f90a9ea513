import { lexer, type Token, type Tokens } from 'marked';

export function is<T extends Token>(token: Token, type: T['type']): token is T {
  return token.type === type;
}

const named: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

/** Entities are the only HTML that is read. */
export const plainText = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (code) => named[code] ?? code);

/** The words alone, as they are copied into a message or read out. */
export function plainWords(text: string): string {
  return lexer(text)
    .map((token) => wordsOf(token).trim())
    .filter((words) => words !== '')
    .join('\n\n');
}

function wordsOf(token: Token): string {
  if (is<Tokens.List>(token, 'list'))
    return token.items.map((item) => item.tokens.map(wordsOf).join('').trim()).join('\n');
  if (is<Tokens.Table>(token, 'table')) return [row(token.header), ...token.rows.map(row)].join('\n');
  if ('tokens' in token && token.tokens) return token.tokens.map(wordsOf).join('');
  if ('text' in token && typeof token.text === 'string') return plainText(token.text);
  return token.type === 'br' ? '\n' : '';
}

const row = (cells: readonly Tokens.TableCell[]) =>
  cells.map(({ tokens }) => tokens.map(wordsOf).join('')).join(': ');

/** An invoice that a reply leads to, called what the link calls it. */
export type Made = { id: string; number: string };

const INVOICE_LINK = /^\/dashboard\/invoices\?invoice=([\w-]+)$/;

/** The invoices a reply leads to, each once and in order. */
export function invoicesIn(text: string): Made[] {
  const found = new Map<string, Made>();
  const look = (token: Token) => {
    if (is<Tokens.Link>(token, 'link')) {
      const id = INVOICE_LINK.exec(token.href)?.[1];
      if (id && !found.has(id)) found.set(id, { id, number: wordsOf(token).trim() });
    }
    for (const part of partsOf(token)) look(part);
  };
  for (const token of lexer(text)) look(token);
  return [...found.values()];
}

function partsOf(token: Token): readonly Token[] {
  if (is<Tokens.List>(token, 'list')) return token.items;
  if (is<Tokens.Table>(token, 'table'))
    return [...token.header, ...token.rows.flat()].flatMap((cell) => cell.tokens);
  return 'tokens' in token ? (token.tokens ?? []) : [];
}
