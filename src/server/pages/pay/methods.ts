import { html } from 'hono/html';
import { formatMoney, minorToMajor } from '#core/money.ts';
import type { TransferAccount } from '#server/kernel/ports/index.ts';
import type { PayView } from '#server/modules/payments/pay-view.ts';
import { copyButton, type Html, icon, type IconName, when } from './components.ts';
import { formatAccountNumber, formatUntil } from './format.ts';
import { qrCode } from './qr.ts';

type Checkout = NonNullable<PayView['checkout']>;
type PaymentOption = { id: string; icon: IconName; name: string; hint: string; body: Html };

/**
 * Every payment option: an account number first where there is one, else the provider's page. Each works
 * without a script.
 */
export function paymentOptions(view: PayView, checkout: Checkout, now: Date): Html {
  const options = availableOptions(view, checkout, now);
  const { account } = checkout;
  return html`${when(!account, () => providerFirst(view, checkout))}<div class="ways" id="ways">${options.map((option, at) => paymentOption(option, at === 0 && account !== null))}</div>`;
}

/** The checkout's page, opened at one method where possible; null for an unsafe address. */
export function checkoutLink(
  { url, opensAtMethod }: Pick<Checkout, 'url' | 'opensAtMethod'>,
  method?: string,
): string | null {
  if (!URL.canParse(url)) return null;
  const link = new URL(url);
  if (link.protocol !== 'https:' && link.protocol !== 'http:') return null;
  if (!opensAtMethod) return url;
  if (method) link.searchParams.set('method', method);
  return link.href;
}

function providerFirst(view: PayView, checkout: Checkout): Html {
  const link = checkoutLink(checkout);
  return when(
    link,
    () =>
      html`<div class="first"><a class="btn main" href="${link}">Pay ${formatMoney(checkout.amount, view.currency)}${icon('out')}</a>
<p class="note">You pay on the secure page of ${checkout.provider} and come back here.</p></div>`,
  );
}

function availableOptions(view: PayView, checkout: Checkout, now: Date): PaymentOption[] {
  const { account } = checkout;
  const naira = view.currency === 'NGN';
  return [
    ...(account
      ? [
          {
            id: 'bank-transfer',
            icon: 'bank' as const,
            name: 'Bank transfer',
            hint: 'From any bank app',
            body: transferBody(view, checkout, account, now),
          },
        ]
      : []),
    {
      id: 'card',
      icon: 'card',
      name: 'Card',
      hint: naira ? 'Verve, Mastercard or Visa' : 'Mastercard or Visa',
      body: cardBody(checkout),
    },
    ...(naira
      ? [
          {
            id: 'ussd',
            icon: 'ussd' as const,
            name: 'USSD',
            hint: 'Dial a code, no data needed',
            body: ussdBody(checkout),
          },
        ]
      : []),
    {
      id: 'scan-qr',
      icon: 'qr',
      name: 'Scan QR',
      hint: naira ? 'With your bank app' : 'With another phone',
      body: qrBody(checkout),
    },
    ...(naira || checkout.opensAtMethod
      ? [
          {
            id: 'wallet',
            icon: 'wallet' as const,
            name: 'Wallet',
            hint: 'Pay from your balance',
            body: walletBody(checkout),
          },
        ]
      : []),
  ];
}

function paymentOption(option: PaymentOption, open: boolean): Html {
  return html`<details name="way" id="${option.id}" ${open ? 'open' : ''}>
<summary><span class="wi">${icon(option.icon)}</span><span class="wt"><b>${option.name}</b><small>${option.hint}</small></span>${icon('down')}</summary>
<div class="wb">${option.body}</div>
</details>`;
}

function transferBody(view: PayView, checkout: Checkout, account: TransferAccount, now: Date): Html {
  return html`<div class="acct">
<p class="bank">${account.bankName}</p>
<p class="n">${formatAccountNumber(account.accountNumber)}</p>
${copyButton({ text: account.accountNumber, label: 'Copy', copiedText: 'Copied. The account number is on your clipboard', kind: 'plain' })}
<p class="name">${account.accountName}</p>
</div>
<p class="exact"><span>Send exactly</span> <span class="sum"><b class="num">${formatMoney(checkout.amount, view.currency)}</b>${copyButton(
    {
      text: minorToMajor(checkout.amount).toFixed(2),
      label: 'Copy amount',
      copiedText: 'Copied. The amount is on your clipboard',
      kind: 'mini',
    },
  )}</span></p>
${waiting(view, account, now)}
${when(view.testMode, () => practiceTransfer(checkout))}`;
}

function waiting(view: PayView, { expiresAt }: TransferAccount, now: Date): Html {
  const left = expiresAt && Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000));
  return html`<div class="wait" data-waiting>
<span class="pulse" aria-hidden="true"></span>
<p>Waiting for your transfer. <br><span class="nojs">Reload this page after you send it.</span><span class="only-js">This page updates by itself.</span></p>
${when(expiresAt && left !== null, () => html`<span class="left" data-seconds-left="${left}"><small>until</small> ${expiresAt && formatUntil(expiresAt, now)}</span>`)}
</div>
<div class="stale" data-stale hidden>
<p><b>This account number has expired.</b> Do not send to it any more.</p>
<a class="btn main" href="/pay/${view.publicId}" data-fresh>Get a fresh account number</a>
</div>`;
}

// A practice account takes no real money, so the transfer is made on the provider's practice page.
function practiceTransfer(checkout: Checkout): Html {
  const link = checkoutLink(checkout, 'bank_transfer');
  return when(
    link,
    () =>
      html`<p class="note">This is a practice account. <a href="${link}">Make a practice transfer</a></p>`,
  );
}

function continueButton(checkout: Checkout, method: string, label: string): Html {
  const link = checkoutLink(checkout, method);
  return when(link, () => html`<a class="btn main" href="${link}">${label}${icon('out')}</a>`);
}

const cardBody = (
  checkout: Checkout,
): Html => html`<p class="note">You give your card details on the payment provider's own page and come back here.</p>
${continueButton(checkout, 'card', 'Pay with card')}`;

const walletBody = (
  checkout: Checkout,
): Html => html`<p class="note">Choose your wallet on the payment provider's page and come back here.</p>
${continueButton(checkout, 'wallet', 'Pay from a wallet')}`;

function ussdBody(checkout: Checkout): Html {
  const { ussdCode } = checkout;
  if (!ussdCode)
    return html`<p class="note">Choose your bank and get the code to dial from the phone your bank knows.</p>${continueButton(checkout, 'ussd', 'Get a USSD code')}`;
  return html`<div class="acct">
<p class="bank">Dial from the phone your bank knows</p>
<p class="n code">${ussdCode}</p>
${copyButton({ text: ussdCode, label: 'Copy', copiedText: 'Copied. The code is on your clipboard', kind: 'plain' })}
</div>
<a class="btn main" href="tel:${encodeURIComponent(ussdCode)}">Dial now</a>
${when(checkoutLink(checkout, 'ussd'), () => html`<p class="note">Another bank? <a href="${checkoutLink(checkout, 'ussd')}">Get its code</a></p>`)}`;
}

function qrBody(checkout: Checkout): Html {
  const link = checkoutLink(checkout, 'qr_code');
  return html`<div class="scan">${when(link, () => qrCode(link ?? '', 'QR code that opens the payment'))}
<p class="note">Scan it with your bank app, or with the camera of another phone.</p></div>
${continueButton(checkout, 'qr_code', 'Open it on this phone')}`;
}
