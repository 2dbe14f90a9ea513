import { html } from 'hono/html';
import { MAX_PORTAL_ROWS } from '#contract/customer-portal.ts';
import { MAX_SHOWN_LINES } from '#contract/customer-statements.ts';
import { dateIn, formatDate } from '#core/dates.ts';
import { fill } from '#core/fill.ts';
import { formatMoney } from '#core/money.ts';
import { stateOf } from '#core/receipt/texts.ts';
import type { CreditUsed } from '#server/modules/customer-portal/commands/credit.ts';
import type { PortalView } from '#server/modules/customer-portal/flows/portal.ts';
import { locales } from '#server/modules/notifications/locales/locales.ts';
import { planName } from '#server/modules/notifications/queries/card-wording.ts';
import { localHref, type PageLocale } from '../locales/locales.ts';
import { businessLine, fillHtml, type Html, icon, isolated, money, when } from '../pay/components.ts';
import { dueText, earlyText } from '../pay/format.ts';
import { layout, type PageSetting } from '../pay/layout.ts';
import { chargeText } from '../pay/save-card.ts';
import { list, row } from './rows.ts';
import { canTick, notice, payForm, type PayProblem, tick, tickedAtFirst } from './ticks.ts';

/** A customer's own page: all they owe one business, paid it and were given by it. Works without scripts. */
export function portalPage(
  view: PortalView,
  { assets, ...setting }: PageSetting,
  told: PayProblem | CreditUsed | null = null,
): Html {
  const { locale } = setting;
  const { portal } = locale;
  const business = view.business.name;
  const main = html`<main class="wrap one" id="main"><section class="pay mine" aria-labelledby="headline">
${businessLine(view.business, locale)}
${sums(view, locale)}
<div class="cut" aria-hidden="true"></div>
${notice(told, locale)}
${openInvoices(view, locale)}
${records(portal.quotes, view.quotes, (row) => quoteRow(row, locale), locale)}
${records(locale.states.settled, view.settled, (row) => settledRow(row, locale), locale)}
${records(portal.receipts, view.receipts, (row) => receiptRow(row, view, locale), locale)}
${records(portal.creditNotes, view.creditNotes, (row) => noteRow(row, locale), locale)}
${statements(view, locale)}
${savedCards(view, locale)}
${foot(view, locale)}
</section></main>`;
  return layout(
    {
      title: fill(locale.portal.open.title, { business }),
      description: fill(portal.description, { business }),
      shared: null,
      business: view.business,
      testMode: view.testMode,
      assets,
      ...setting,
    },
    main,
  );
}

function sums({ accounts, business, customer }: PortalView, locale: PageLocale): Html {
  const { nothing, credit } = locales[locale.language].customerStatement;
  const said = (text: string, more: Record<string, string | Html> = {}) =>
    fillHtml(text, { business: business.name, ...more });
  const owed = accounts
    .filter((account) => account.owed > 0)
    .map((account) => {
      const { one, other } = locale.portal.owes;
      const count = account.open.length;
      const amount = money(account.owed, account.currency);
      return said(count === 1 ? one : other, { amount, count: String(count) });
    });
  const [first = said(nothing), ...others] = owed;
  const credits = accounts.filter((account) => account.credit > 0);
  return html`<div class="top">
<p class="for">${customer.name}</p>
<h1 class="say" id="headline" tabindex="-1">${first}</h1>
${others.map((each) => html`<p class="say">${each}</p>`)}
${credits.map((each) => html`<p class="note">${said(credit, { amount: money(each.credit, each.currency) })}</p>`)}
${accounts.map(({ returning, currency }) => when(returning > 0, () => html`<p class="note">${locale.labels.returning}: ${money(returning, currency)}</p>`))}
</div>`;
}

function openInvoices({ accounts, today }: PortalView, locale: PageLocale): Html {
  return html`${accounts.map(({ open, currency, credit }) => {
    const ticked = tickedAtFirst(open);
    const rows = open.slice(0, MAX_SHOWN_LINES).map((invoice) => {
      const { text, tone } = dueText({ due: invoice.due, today }, locale);
      return row({
        before: tick(invoice, ticked),
        href: invoice.publicId && localHref(`/pay/${invoice.publicId}`, locale),
        name: invoice.number,
        about: html`${titled(invoice)}<span class="badge ${tone}">${text}</span>${when(invoice.early, () => html` <span class="on">${invoice.early && earlyText({ ...invoice.early, currency }, locale)}</span>`)}${when(invoice.charge, () => html` <span class="on">${invoice.charge && chargeText(invoice.charge, { number: invoice.number, currency }, locale)}</span>`)}`,
        amount: invoice.asked ?? invoice.open,
        currency,
      });
    });
    const listed = list(locale.labels.stillToPay, rows, open.length > rows.length, locale);
    return when(rows.length > 0, () => payForm({ currency, credit }, listed, open.some(canTick), locale));
  })}`;
}

// A customer knows what they bought, not its number.
const titled = ({ title }: { title: string }): Html =>
  when(title !== '', () => html`<span class="on">${isolated(title)}</span> `);

const records = <R>(title: string, rows: R[], show: (row: R) => Html, locale: PageLocale): Html =>
  when(rows.length > 0, () => list(title, rows.map(show), rows.length === MAX_PORTAL_ROWS, locale));

const settledRow = (each: PortalView['settled'][number], locale: PageLocale): Html =>
  row({
    href: localHref(`/pay/${each.publicId}`, locale),
    name: each.number,
    about: html`${titled(each)}${when(each.state === 'paid', () => html`<span class="badge">${locale.states.paid}</span>`)}`,
    amount: each.total,
    currency: each.currency,
  });

const receiptRow = (
  each: PortalView['receipts'][number],
  { timeZone }: PortalView,
  locale: PageLocale,
): Html =>
  row({
    href: localHref(`/receipt/${each.publicId}`, locale),
    name: each.number,
    about: html`<span class="on">${formatDate(dateIn(each.paidAt, timeZone), locale.language)}</span>${when(
      each.refunded > 0,
      () =>
        html` <span class="badge warn">${stateOf({ ...each, undone: false }, locale.language).text}</span>`,
    )}`,
    amount: each.amount,
    currency: each.currency,
  });

const noteRow = (each: PortalView['creditNotes'][number], locale: PageLocale): Html =>
  row({
    href: `/api/my/credit-notes/${each.id}/pdf`,
    name: each.number,
    about: html`<span class="on">${each.invoiceNumber}</span> <span class="on">${formatDate(each.issued, locale.language)}</span>`,
    amount: each.total,
    currency: each.currency,
  });

const quoteRow = (each: PortalView['quotes'][number], locale: PageLocale): Html =>
  row({
    href: localHref(`/quote/${each.publicId}`, locale),
    name: each.number,
    about: html`<span class="badge">${locale.quote.states[each.state]}</span>`,
    amount: each.total,
    currency: each.currency,
  });

/** Both kinds of the statement for each currency; which one is said where there are several. */
function statements({ accounts }: PortalView, { portal }: PageLocale): Html {
  const kinds = [
    ['movements', portal.movements],
    ['open', portal.openItems],
  ] as const;
  const links = accounts.flatMap(({ currency }) =>
    kinds.map(([kind, label]) => {
      const href = `/api/my/statement.pdf?currency=${currency}&shows=${kind}`;
      return html`<a class="btn plain" href="${href}" download>${icon('download')}${label}${accounts.length > 1 ? ` ${currency}` : ''}</a>`;
    }),
  );
  return when(
    links.length > 0,
    () => html`<h2 class="sub">${portal.statement}</h2><div class="files">${links}</div>`,
  );
}

function savedCards({ cards, business }: PortalView, locale: PageLocale): Html {
  const { page } = locales[locale.language].savedCard;
  const shown = cards.map(({ id, title, last4, cap, currency, status }) => {
    const values = {
      business: business.name,
      last4,
      cap: formatMoney(cap, currency),
      plan: planName(title, locale.language),
    };
    return status === 'active'
      ? html`<li><form method="post" action="${localHref(`/my/cards/${id}/stop`, locale)}"><p class="note">${fillHtml(page.text, values)}</p>
<button class="btn plain" type="submit">${page.button}</button></form></li>`
      : html`<li><p class="note">•••• ${last4} <span class="badge">${page.ended}</span></p></li>`;
  });
  return when(shown.length > 0, () => html`<h2 class="sub">${page.list}</h2><ul class="cards">${shown}</ul>`);
}

const foot = ({ remindersUrl }: PortalView, locale: PageLocale): Html => html`<div class="leave">
${when(remindersUrl, () => html`<a href="${localHref(remindersUrl ?? '', locale)}">${locales[locale.language].unsubscribe}</a>`)}
<form method="post" action="${localHref('/my/log-out', locale)}"><button class="btn plain" type="submit">${locale.portal.logOut}</button></form>
</div>`;
