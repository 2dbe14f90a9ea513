import { html } from 'hono/html';
import { formatAccountNumber } from '#core/banks.ts';
import { fill } from '#core/fill.ts';
import { formatMoney, type Minor, minorToMajor, subtract } from '#core/money.ts';
import type { TransferAccount } from '#server/kernel/ports/index.ts';
import type { CardOffer } from '#server/modules/plans/flows/save-card.ts';
import type { PayView } from '#server/modules/payments/pay-view.ts';
import { localHref, type PageLocale } from '../locales/locales.ts';
import { copyButton, type Html, icon, type IconName, when } from './components.ts';
import { saveCard } from './save-card.ts';
import { formatUntil } from './format.ts';
import { qrCode } from './qr.ts';

type Checkout = NonNullable<PayView['checkout']>;
/** `path`: the page that shows it, with a fresh account number where one ran out. */
type Shown = Pick<PayView, 'currency' | 'testMode'> & {
  path: string;
  /** Whether a script keeps the page up to date. */
  isLive: boolean;
};
type OptionTexts = PageLocale['options'];
type PaymentOption = { id: string; icon: IconName; name: string; hint: string; body: Html };

type OptionSetting = { now: Date; locale: PageLocale; card: CardOffer | null };

/**
 * Every payment option: an account number first where there is one, else the provider's page. Each works
 * without a script.
 */
export function paymentOptions(view: Shown, checkout: Checkout, setting: OptionSetting): Html {
  const { locale, card } = setting;
  const options = availableOptions(view, checkout, setting);
  const { account } = checkout;
  return html`${when(checkout.surcharge > 0, () => withFee(view, checkout, locale))}${when(!account, () => providerFirst(view, checkout, locale))}<div class="ways" id="ways">${options.map((option, at) => paymentOption(option, card?.agreed ? option.id === 'card' : at === 0 && account !== null))}</div>`;
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

// Said before any way to pay, and again on no other page: the provider's shows only the sum.
function withFee({ currency }: Shown, { amount, surcharge }: Checkout, { options }: PageLocale): Html {
  const money = (sum: Minor) => formatMoney(sum, currency);
  const values = {
    amount: money(subtract(amount, surcharge)),
    fee: money(surcharge),
    total: money(amount),
  };
  return html`<p class="fee num">${fill(options.withFee, values)}</p>`;
}

function providerFirst(view: Shown, checkout: Checkout, { options }: PageLocale): Html {
  const { amount, provider } = checkout;
  const link = checkoutLink(checkout);
  return when(
    link,
    () =>
      html`<div class="first"><a class="btn main" href="${link}">${fill(options.pay, { amount: formatMoney(amount, view.currency) })}${icon('out')}</a>
<p class="note">${fill(options.onProviderPage, { provider })}</p></div>`,
  );
}

function availableOptions(
  view: Shown,
  checkout: Checkout,
  { now, locale, card }: OptionSetting,
): PaymentOption[] {
  const { options, methods } = locale;
  const { account } = checkout;
  const naira = view.currency === 'NGN';
  return [
    ...(account
      ? [
          {
            id: 'bank-transfer',
            icon: 'bank' as const,
            name: methods.bank_transfer,
            hint: options.transfer.hint,
            body: transferBody(view, checkout, account, now, locale),
          },
        ]
      : []),
    {
      id: 'card',
      icon: 'card',
      name: methods.card,
      hint: naira ? options.card.nairaHint : options.card.hint,
      body: html`${saveCard(view, card, locale)}${continueBody(view, checkout, 'card', options.card)}`,
    },
    ...(naira
      ? [
          {
            id: 'ussd',
            icon: 'ussd' as const,
            name: methods.ussd,
            hint: options.ussd.hint,
            body: ussdBody(checkout, options),
          },
        ]
      : []),
    {
      id: 'scan-qr',
      icon: 'qr',
      name: options.qr.name,
      hint: naira ? options.qr.nairaHint : options.qr.hint,
      body: qrBody(checkout, options.qr),
    },
    ...(naira || checkout.opensAtMethod
      ? [
          {
            id: 'wallet',
            icon: 'wallet' as const,
            name: methods.wallet,
            hint: options.wallet.hint,
            body: continueBody(view, checkout, 'wallet', options.wallet),
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

function transferBody(
  view: Shown,
  checkout: Checkout,
  account: TransferAccount,
  now: Date,
  locale: PageLocale,
): Html {
  const { transfer, copy } = locale.options;
  return html`<div class="acct">
<p class="bank">${account.bankName}</p>
<p class="n">${formatAccountNumber(account.accountNumber)}</p>
${copyButton({ text: account.accountNumber, label: copy, copiedText: transfer.accountCopied, kind: 'plain' })}
<p class="name">${account.accountName}</p>
</div>
<p class="exact"><span>${transfer.exactly}</span> <span class="sum"><b class="num">${formatMoney(checkout.amount, view.currency)}</b>${copyButton(
    {
      text: minorToMajor(checkout.amount).toFixed(2),
      label: transfer.copyAmount,
      copiedText: transfer.amountCopied,
      kind: 'mini',
    },
  )}</span></p>
${waiting(view, account, now, locale)}
${when(view.testMode, () => practiceTransfer(checkout, transfer))}`;
}

function waiting(view: Shown, { expiresAt }: TransferAccount, now: Date, locale: PageLocale): Html {
  const { transfer } = locale.options;
  const left = expiresAt && Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000));
  return html`<div class="wait" data-waiting>
<span class="pulse" aria-hidden="true"></span>
<p>${transfer.waiting} <br>${view.isLive ? html`<span class="nojs">${transfer.reload}</span><span class="only-js">${locale.pay.pending.updates}</span>` : transfer.reload}</p>
${when(expiresAt && left !== null, () => html`<span class="left" data-seconds-left="${left}"><small>${transfer.until}</small> ${expiresAt && formatUntil(expiresAt, now, locale)}</span>`)}
</div>
<div class="stale" data-stale hidden>
<p><b>${transfer.expired}</b> ${transfer.doNotSend}</p>
<a class="btn main" href="${localHref(view.path, locale)}" data-fresh>${transfer.fresh}</a>
</div>`;
}

// A practice account takes no real money, so the transfer is made on the provider's practice page.
function practiceTransfer(checkout: Checkout, transfer: OptionTexts['transfer']): Html {
  const link = checkoutLink(checkout, 'bank_transfer');
  return when(
    link,
    () => html`<p class="note">${transfer.practice} <a href="${link}">${transfer.practiceTransfer}</a></p>`,
  );
}

function continueButton(checkout: Checkout, method: string, label: string): Html {
  const link = checkoutLink(checkout, method);
  return when(link, () => html`<a class="btn main" href="${link}">${label}${icon('out')}</a>`);
}

const continueBody = (
  { currency }: Shown,
  checkout: Checkout,
  method: string,
  { text, button }: { text: string; button: string },
): Html => html`<p class="note">${text}</p>
${continueButton(checkout, method, fill(button, { amount: formatMoney(checkout.amount, currency) }))}`;

function ussdBody(checkout: Checkout, { ussd, copy }: OptionTexts): Html {
  const { ussdCode } = checkout;
  if (!ussdCode)
    return html`<p class="note">${ussd.text}</p>${continueButton(checkout, 'ussd', ussd.button)}`;
  return html`<div class="acct">
<p class="bank">${ussd.dial}</p>
<p class="n code">${ussdCode}</p>
${copyButton({ text: ussdCode, label: copy, copiedText: ussd.codeCopied, kind: 'plain' })}
</div>
<a class="btn main" href="tel:${encodeURIComponent(ussdCode)}">${ussd.dialNow}</a>
${when(checkoutLink(checkout, 'ussd'), () => html`<p class="note">${ussd.anotherBank} <a href="${checkoutLink(checkout, 'ussd')}">${ussd.getCode}</a></p>`)}`;
}

function qrBody(checkout: Checkout, { image, text, button }: OptionTexts['qr']): Html {
  const link = checkoutLink(checkout, 'qr_code');
  return html`<div class="scan">${when(link, () => qrCode(link ?? '', image))}
<p class="note">${text}</p></div>
${continueButton(checkout, 'qr_code', button)}`;
}
