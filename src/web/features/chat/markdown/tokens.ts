import { lexer, type Token, type Tokens } from 'marked';

export function is<T extends Token>(token: Token, type: T['type']): token is T {
  return token.type === type;
}

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** Entities are the only HTML that is read. */
export const decodeEntities = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (code) => entities[code] ?? code);

/** The words alone, as they are copied into a message or read out. */
export function plainTextOf(text: string): string {
  return lexer(text)
    .map((token) => tokenText(token).trim())
    .filter((texts) => texts !== '')
    .join('\n\n');
}

function tokenText(token: Token): string {
  if (is<Tokens.List>(token, 'list'))
    return token.items.map((item) => item.tokens.map(tokenText).join('').trim()).join('\n');
  if (is<Tokens.Table>(token, 'table')) return [row(token.header), ...token.rows.map(row)].join('\n');
  if ('tokens' in token && token.tokens) return token.tokens.map(tokenText).join('');
  if ('text' in token && typeof token.text === 'string') return decodeEntities(token.text);
  return token.type === 'br' ? '\n' : '';
}

const row = (cells: readonly Tokens.TableCell[]) =>
  cells.map(({ tokens }) => tokens.map(tokenText).join('')).join(': ');

/** An invoice that a reply leads to, called what the link calls it. */
export type InvoiceLink = { id: string; number: string };

const INVOICE_LINK = /^\/dashboard\/invoices\?invoice=([\w-]+)$/;

/** The invoices a reply leads to, each once and in order. */
export function invoiceLinksIn(text: string): InvoiceLink[] {
  const found = new Map<string, InvoiceLink>();
  const visit = (token: Token) => {
    if (is<Tokens.Link>(token, 'link')) {
      const id = INVOICE_LINK.exec(token.href)?.[1];
      if (id && !found.has(id)) found.set(id, { id, number: tokenText(token).trim() });
    }
    for (const part of childTokens(token)) visit(part);
  };
  for (const token of lexer(text)) visit(token);
  return [...found.values()];
}

function childTokens(token: Token): readonly Token[] {
  if (is<Tokens.List>(token, 'list')) return token.items;
  if (is<Tokens.Table>(token, 'table'))
    return [...token.header, ...token.rows.flat()].flatMap((cell) => cell.tokens);
  return 'tokens' in token ? (token.tokens ?? []) : [];
}
