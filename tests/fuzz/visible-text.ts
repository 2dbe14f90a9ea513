import { DIRECTION_MARKS } from '#contract/wire.ts';
import { holdsWebAddress } from '#core/web-address.ts';
import { isLong } from '../length.ts';
import { NAUGHTY, SCRIPTS } from './strings.ts';

const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Text a browser shows of a correctly escaped page. */
const visibleTextOf = (html: string): string =>
  html
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(\w+);/g, (all, name: string) => SIGNS[name] ?? all);

/** A text without what may be lost on the way to a screen. */
export const normalised = (text: string) => text.normalize('NFC').replace(/[\s\p{C}]+/gu, '');

/** A text as the title of an invoice, which takes no address of a page. */
export const asTitle = (text: string) => (holdsWebAddress(text) ? 'Lunch' : text);

const isPreserved = (text: string) =>
  text.trim() !== '' &&
  text.length <= 110 &&
  text.isWellFormed() &&
  !/\p{Cc}/u.test(text) &&
  text.search(DIRECTION_MARKS) < 0;

/** Texts that forms take; a few of them unless everything is tried. */
export const texts = (
  isLong ? [...SCRIPTS, ...NAUGHTY] : [...SCRIPTS.slice(0, 8), ...NAUGHTY.slice(4, 16)]
).filter(isPreserved);

/** Which of some texts a page lacks, and which it holds as HTML of its own. */
export function problemsOf(name: string, html: string, some: readonly string[]): string[] {
  const seen = normalised(visibleTextOf(html));
  return [
    ...some
      .filter((text) => !seen.includes(normalised(text)))
      .map((text) => `${name} without ${JSON.stringify(text)}`),
    ...some
      .filter((text) => /<\w+[ />]/.test(text) && html.includes(text))
      .map((text) => `${name} with ${text}`),
  ];
}
