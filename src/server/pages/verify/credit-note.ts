import { html } from 'hono/html';
import { formatDate } from '#core/dates.ts';
import { fill } from '#core/fill.ts';
import { invoiceLabels } from '#core/invoice/labels.ts';
import type { VerifiedCreditNote } from '#server/modules/credit-notes/queries/verify.ts';
import type { PageLocale } from '../locales/locales.ts';
import { fillHtml, type Html, money } from '../pay/components.ts';
import { compare, issuerOf, rowsOf, verdict } from './components.ts';

/** The verification result of a credit note. */
export function checkedCreditNote(note: VerifiedCreditNote, locale: PageLocale): Html {
  const { labels, language, verify } = locale;
  const { number, invoiceNumber: invoice, issuer, withdrawn } = note;
  const { title, text } = verify.verdicts[withdrawn ? 'withdrawn' : 'creditNote'];
  const sign = withdrawn
    ? ({ sign: 'back', tone: 'warn' } as const)
    : ({ sign: 'shield', tone: 'ok' } as const);
  return html`${issuerOf(issuer, locale)}
${verdict({ ...sign, title, text: fillHtml(text, { business: issuer.name, number, invoice }) })}
${rowsOf([
  { label: invoiceLabels[language].creditNote, value: number },
  { label: labels.amount, value: money(note.total, note.currency) },
  { label: labels.invoice, value: invoice },
  { label: labels.issued, value: formatDate(note.issued, language) },
])}
${compare(
  [fill(verify.points.receipt, { number }), fillHtml(verify.points.business, { business: issuer.name })],
  verify.differentReceipt,
  locale,
)}`;
}
