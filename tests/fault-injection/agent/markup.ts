import { marked, type Token } from 'marked';

const OWN_LINKS = ['/dashboard', 'https://wa.me/'];

/** Markdown in an answer beyond text, lists, tables and links of our own. */
export function unexpectedMarkup(message: string, origin: string): string[] {
  const found: string[] = [];
  marked.walkTokens(marked.lexer(message), (token: Token) => {
    if (token.type === 'image' || token.type === 'html' || token.type === 'code' || token.type === 'heading')
      found.push(`${token.type} in an answer: ${token.raw.slice(0, 200)}`);
    if (token.type !== 'link') return;
    const href = String(token.href);
    if (![...OWN_LINKS, `${origin}/`].some((start) => href.startsWith(start)))
      found.push(`a link to ${href}`);
  });
  return found;
}
