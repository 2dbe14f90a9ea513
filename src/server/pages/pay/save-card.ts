import { html } from 'hono/html';
import { formatLongDate } from '#core/dates.ts';
import { fill } from '#core/fill.ts';
import { formatMoney } from '#core/money.ts';
import { locales } from '#server/modules/notifications/locales/locales.ts';
import type { PayView } from '#server/modules/payments/pay-view.ts';
import type { CardOffer, CardOnPage } from '#server/modules/plans/flows/save-card.ts';
import { consentText } from '#server/modules/notifications/queries/card-wording.ts';
import { localHref, type PageLocale } from '../locales/locales.ts';
import { type Html, when } from './components.ts';

/** A charge of a saved card, so that nobody pays twice: on its day, or under way without an answer. */
export const chargeNotice = (
  { number, currency }: Pick<PayView, 'number' | 'currency'>,
  card: CardOnPage | null,
  { language }: PageLocale,
): Html => {
  if (!card?.charge) return html``;
  const { isSent, day, amount, last4 } = card.charge;
  const { ahead, underWay } = locales[language].savedCard;
  const values = {
    last4,
    amount: formatMoney(amount, currency),
    number,
    day: formatLongDate(day, language),
  };
  return html`<div class="told" role="status"><p><b>${fill(isSent ? underWay : ahead.body, values)}</b></p>${when(!isSent, () => html`<p>${ahead.before}</p>`)}</div>
`;
};

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
