import { html } from 'hono/html';
import { CODE_ALPHABET } from '#core/verification-code.ts';
import type { VerifiedInvoice } from '#server/modules/invoices/queries/verify.ts';
import type { ReceiptView } from '#server/modules/payments/receipt-view.ts';
import type { PayAssets } from '../pay/assets.ts';
import { bigSign, type Html, when } from '../pay/components.ts';
import { layout } from '../pay/layout.ts';
import { checkedInvoice } from './invoice.ts';
import { checkedReceipt } from './receipt.ts';

type Setting = { assets: PayAssets; lite: boolean };

/** The document of a code. */
export type Found = { kind: 'invoice'; invoice: VerifiedInvoice } | { kind: 'receipt'; receipt: ReceiptView };

/** The result page of a genuine document, for comparison. */
export function foundPage(found: Found, setting: Setting): Html {
  const { business, testMode, shown } =
    found.kind === 'invoice'
      ? {
          business: found.invoice.issuer,
          testMode: found.invoice.testMode,
          shown: checkedInvoice(found.invoice),
        }
      : {
          business: found.receipt.business,
          testMode: found.receipt.testMode,
          shown: checkedReceipt(found.receipt),
        };
  const main = html`<main class="wrap one" id="main"><section class="pay" aria-labelledby="headline">
${shown}
<p class="again"><a href="/verify">Check another paper</a></p>
</section></main>`;
  return page(`Check of a paper from ${business.name}`, main, { business, testMode, ...setting });
}

/** The code form: at first, after a typing error, and for an unknown code. */
export function codeFormPage(after: 'nothing' | 'typo' | 'unknown', typed: string, setting: Setting): Html {
  const main = html`<main class="wrap one" id="main"><section class="pay message ask">
${after === 'unknown' ? unknown() : bigSign('shield', 'plain')}
${when(after !== 'unknown', () => html`<h1 class="say" id="headline" tabindex="-1">Is this paper genuine?</h1><p class="note">Type the code that is printed on the invoice or receipt, beside the square picture.</p>`)}
${when(after === 'typo', () => html`<p class="told-off" id="problem"><b>This is not how our codes are written.</b> Look at the paper once more: twelve characters in three groups, of these only: ${spelled()}. There is no letter O and no digit 0 or 1. If the paper really has another code, it is not ours: do not pay.</p>`)}
${form(typed, after)}
</section></main>`;
  const title = after === 'unknown' ? 'No paper of ours has this code' : 'Check an invoice or receipt';
  return page(title, main, { business: null, testMode: false, ...setting });
}

function unknown(): Html {
  return html`${bigSign('closed', 'bad')}<h1 class="say" id="headline" tabindex="-1">No paper of ours has this code</h1>
<p class="note"><b>If somebody gave it to you, do not pay.</b> Ask the business yourself, on a number you knew before you had this paper, not on one that is printed on it.</p>`;
}

function form(typed: string, after: 'nothing' | 'typo' | 'unknown'): Html {
  return html`<form action="/verify" method="get" class="code">
<label for="code">${after === 'nothing' ? 'Code on the paper' : 'Type it again'}</label>
<input id="code" name="code" value="${typed}" required maxlength="40" placeholder="XXXX-XXXX-XXXX" autocapitalize="characters" autocomplete="off" autocorrect="off" spellcheck="false"${after === 'typo' ? html` aria-invalid="true" aria-describedby="problem"` : ''}>
<button class="btn main" type="submit">Check</button>
</form>`;
}

const spelled = () => Array.from(CODE_ALPHABET).join(' ');

function page(
  title: string,
  main: Html,
  about: Pick<Parameters<typeof layout>[0], 'business' | 'testMode' | 'assets' | 'lite'>,
): Html {
  const description = 'Whether an invoice or receipt is genuine, by the code that is printed on it.';
  // Nothing on these pages needs a script, and a page that guards against fraud had better have none.
  const assets = { ...about.assets, script: null };
  return layout({ ...about, assets, title, description, shared: null }, main);
}
