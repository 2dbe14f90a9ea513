import { html } from 'hono/html';
import { formatLongDate } from '#core/dates.ts';
import { fill } from '#core/fill.ts';
import { type Currency, formatMoney } from '#core/money.ts';
import { locales } from '#server/modules/notifications/locales/locales.ts';
import type { OpenCharge } from '#server/modules/saved-cards/queries/charges.ts';
import type { PayView } from '#server/modules/payments/pay-view.ts';
import type { CardOffer, CardOnPage } from '#server/modules/plans/flows/save-card.ts';
import { consentText } from '#server/modules/notifications/queries/card-wording.ts';
import { localHref, type PageLocale } from '../locales/locales.ts';
import { type Html, when } from './components.ts';

/** A charge of a saved card in a sentence: on its day, or under way without an answer. */
export function chargeText(
  { isSent, day, amount, last4 }: OpenCharge,
  { number, currency }: { number: string; currency: Currency },
  { language }: PageLocale,
): string {
  const { ahead, underWay } = locales[language].savedCard;
  return fill(isSent ? underWay : ahead.body, {
    last4,
    amount: formatMoney(amount, currency),
    number,
    day: formatLongDate(day, language),
  });
}

/** The same before the ways to pay, so that nobody pays twice. */
export function chargeNotice(
  invoice: Pick<PayView, 'number' | 'currency'>,
  card: CardOnPage | null,
  locale: PageLocale,
): Html {
  if (!card?.charge) return html``;
  const { before } = locales[locale.language].savedCard.ahead;
  return html`<div class="told" role="status"><p><b>${chargeText(card.charge, invoice, locale)}</b></p>${when(!card.charge.isSent, () => html`<p>${before}</p>`)}</div>
`;
}

/** Name of the box a payer ticks. */
export const AGREES = 'agrees';

/**
 * The offer to keep a payer's card, unticked; a plain form, so that it works without a script. Once agreed to, it says
 * so above the way to pay. `path`: the page it stands on.
 */
export const saveCard = ({ path }: { path: string }, card: CardOffer | null, locale: PageLocale): Html =>
  when(card, () => {
    const { offer } = locales[locale.language].savedCard;
    const words = card ? consentText(card.terms, locale.language) : '';
    if (card?.agreed)
      return html`<div class="told" id="saved"><p>${words}</p><p><b>${offer.agreed}</b></p></div>
`;
    return html`<form class="keep" method="post" action="${localHref(`${path}/save-card`, locale)}">
<p><b>${offer.title}</b></p>
<label class="tick"><input type="checkbox" name="${AGREES}" value="yes" required><span>${words}</span></label>
<button class="btn plain" type="submit">${offer.button}</button>
</form>
`;
  });
