import { html } from 'hono/html';
import { fill } from '#core/fill.ts';
import { CODE_ALPHABET } from '#core/verification-code.ts';
import type { VerifiedInvoice } from '#server/modules/invoices/queries/verify.ts';
import type { ReceiptView } from '#server/modules/payments/receipt-view.ts';
import { LANGUAGE_PARAMETER, localHref, type PageLocale } from '../locales/locales.ts';
import { bigSign, type Html, when } from '../pay/components.ts';
import { type Frame, layout, type PageSetting } from '../pay/layout.ts';
import type { VerifiedCreditNote } from '#server/modules/credit-notes/queries/verify.ts';
import type { VerifiedQuote } from '#server/modules/quotes/queries/verify.ts';
import { checkedCreditNote } from './credit-note.ts';
import { checkedInvoice } from './invoice.ts';
import { checkedQuote } from './quote.ts';
import { checkedReceipt } from './receipt.ts';

/** The document of a code. */
export type Found =
  | { kind: 'invoice'; invoice: VerifiedInvoice }
  | { kind: 'receipt'; receipt: ReceiptView }
  | { kind: 'creditNote'; creditNote: VerifiedCreditNote }
  | { kind: 'quote'; quote: VerifiedQuote };

/** The business of a document. */
export const businessOf = (found: Found): VerifiedInvoice['issuer'] =>
  found.kind === 'receipt' ? found.receipt.business : documentOf(found).issuer;

function documentOf(found: Exclude<Found, { kind: 'receipt' }>) {
  if (found.kind === 'quote') return found.quote;
  return found.kind === 'invoice' ? found.invoice : found.creditNote;
}

/** The result page of a genuine document, for comparison. */
export function foundPage(found: Found, setting: PageSetting): Html {
  const { locale } = setting;
  const business = businessOf(found);
  const { testMode } = found.kind === 'receipt' ? found.receipt : documentOf(found);
  const shown = checked(found, locale);
  const main = html`<main class="wrap one" id="main"><section class="pay" aria-labelledby="headline">
${shown}
<p class="again"><a href="${localHref('/verify', locale)}">${locale.verify.another}</a></p>
</section></main>`;
  const title = fill(locale.verify.titleFound, { business: business.name });
  return page(title, main, { business, testMode, ...setting });
}

function checked(found: Found, locale: PageLocale): Html {
  if (found.kind === 'invoice') return checkedInvoice(found.invoice, locale);
  if (found.kind === 'quote') return checkedQuote(found.quote, locale);
  return found.kind === 'receipt'
    ? checkedReceipt(found.receipt, locale)
    : checkedCreditNote(found.creditNote, locale);
}

type After = 'nothing' | 'typo' | 'unknown';

/** The code form: at first, after a typing error, and for an unknown code. */
export function codeFormPage(after: After, typed: string, setting: PageSetting): Html {
  const { locale } = setting;
  const { verify } = locale;
  const letters = Array.from(CODE_ALPHABET).join(' ');
  const main = html`<main class="wrap one" id="main"><section class="pay message ask">
${after === 'unknown' ? unknown(locale) : bigSign('shield', 'plain')}
${when(after !== 'unknown', () => html`<h1 class="say" id="headline" tabindex="-1">${verify.ask}</h1><p class="note">${verify.askText}</p>`)}
${when(after === 'typo', () => html`<p class="told-off" id="problem"><b>${verify.typo}</b> ${fill(verify.typoText, { letters })}</p>`)}
${form(typed, after, locale)}
</section></main>`;
  return page(after === 'unknown' ? verify.unknown : verify.title, main, {
    business: null,
    testMode: false,
    ...setting,
  });
}

function unknown({ verify }: PageLocale): Html {
  return html`${bigSign('closed', 'bad')}<h1 class="say" id="headline" tabindex="-1">${verify.unknown}</h1>
<p class="note"><b>${verify.unknownWarning}</b> ${verify.unknownText}</p>`;
}

function form(typed: string, after: After, { verify, language, isChosen }: PageLocale): Html {
  return html`<form action="/verify" method="get" class="code">
${when(isChosen, () => html`<input type="hidden" name="${LANGUAGE_PARAMETER}" value="${language}">`)}<label for="code">${after === 'nothing' ? verify.code : verify.codeAgain}</label>
<input id="code" name="code" value="${typed}" required maxlength="40" placeholder="XXXX-XXXX-XXXX" autocapitalize="characters" autocomplete="off" autocorrect="off" spellcheck="false"${after === 'typo' ? html` aria-invalid="true" aria-describedby="problem"` : ''}>
<button class="btn main" type="submit">${verify.submit}</button>
</form>`;
}

function page(
  title: string,
  main: Html,
  about: Pick<Frame, 'business' | 'testMode' | 'assets' | 'lite' | 'locale'>,
): Html {
  const { description } = about.locale.verify;
  // Nothing on these pages needs a script, and a page that guards against fraud had better have none.
  const assets = { ...about.assets, script: null };
  return layout({ ...about, assets, title, description, shared: null }, main);
}
