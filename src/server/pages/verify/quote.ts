import { html } from 'hono/html';
import { formatDate } from '#core/dates.ts';
import { fill } from '#core/fill.ts';
import { invoiceLabels } from '#core/invoice/labels.ts';
import type { VerifiedQuote } from '#server/modules/quotes/queries/verify.ts';
import type { PageLocale } from '../locales/locales.ts';
import { fillHtml, type Html, isolated, money } from '../pay/components.ts';
import { compare, issuerOf, type Row, rowsOf, verdict } from './components.ts';

/** The verification result of a quote: whether it is genuine, and who accepted it. */
export function checkedQuote(found: VerifiedQuote, locale: PageLocale): Html {
  const { verify, quote, language } = locale;
  const { number, issuer, acceptance } = found;
  const isOpen = found.status === 'sent' || found.status === 'viewed';
  const { title, text } = quote.verify[acceptance ? 'accepted' : isOpen ? 'genuine' : 'over'];
  const values = {
    business: issuer.name,
    number,
    name: acceptance?.name ?? '',
    date: acceptance ? formatDate(acceptance.on, language) : '',
  };
  const sign =
    acceptance || isOpen
      ? ({ sign: 'shield', tone: 'ok' } as const)
      : ({ sign: 'closed', tone: 'warn' } as const);
  return html`${issuerOf(issuer, locale)}
${verdict({ ...sign, title, text: fillHtml(text, values) })}
${rowsOf(rowsFor(found, locale))}
${compare(
  [fill(verify.points.receipt, { number }), fillHtml(verify.points.business, { business: issuer.name })],
  verify.differentReceipt,
  locale,
)}`;
}

function rowsFor(found: VerifiedQuote, { labels, quote, language }: PageLocale): Row[] {
  const { kind, number, total, currency, issued, validUntil, revision, acceptance } = found;
  const words = invoiceLabels[language];
  return [
    { label: words[kind], value: number },
    { label: labels.total, value: money(total, currency) },
    ...(revision > 1 ? [{ label: words.revision, value: String(revision) }] : []),
    { label: labels.issued, value: formatDate(issued, language) },
    { label: words.validTo, value: formatDate(validUntil, language) },
    ...(acceptance
      ? [
          { label: quote.verify.acceptedBy, value: isolated(acceptance.name) },
          { label: words.accepted, value: formatDate(acceptance.on, language) },
        ]
      : []),
    ...(acceptance?.codeSentTo
      ? [
          {
            label: quote.verify.confirmedBy,
            value: fillHtml(quote.verify.code, { email: acceptance.codeSentTo }),
          },
        ]
      : []),
    ...(acceptance?.orderNumber
      ? [{ label: quote.verify.orderNumber, value: isolated(acceptance.orderNumber) }]
      : []),
  ];
}
