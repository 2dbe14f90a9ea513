import { type CalendarDate, dateIn } from '#core/dates.ts';
import type { Minor } from '#core/money.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { businessForDocument, timeZoneOf } from '#server/modules/business/queries.ts';
import { languageOf } from '#server/modules/customers/queries/language.ts';
import { customerById } from '#server/modules/customers/queries/list.ts';
import { ownerOf } from '#server/modules/identity/queries/accounts.ts';
import { invoiceById } from '#server/modules/invoices/queries/details.ts';
import { aboutInvoice, type Invoice, payUrlOf } from '#server/modules/invoices/rules/invoice.ts';
import { notify, notifyOwner } from '#server/modules/notifications/commands/notify.ts';
import { planName } from '#server/modules/notifications/queries/card-wording.ts';
import { cardById } from './queries/cards.ts';
import { askedOn } from './queries/charges.ts';
import { stopUrlOf } from './rules/places.ts';
import type { CardCharge, Failure, SavedCard } from './table.ts';

type ToCustomer =
  | { template: 'cardSaved'; key: string }
  | { template: 'cardStopped'; key: string }
  | {
      template: 'cardChargeAhead' | 'cardChargeOff';
      key: string;
      invoice: Invoice;
      facts: { amount: Minor; day: CalendarDate };
    }
  | {
      template: 'cardNotCharged';
      key: string;
      invoice: Invoice;
      facts: { amount: Minor; failure: Failure; again: CalendarDate | null; isDead: boolean };
    };

/** Writes to the customer whose card it is, at the address they saved it with. */
export async function tellCustomer(ctx: SystemCtx, card: SavedCard, letter: ToCustomer): Promise<void> {
  const { business_id: businessId, customer_id: customerId } = card;
  const customer = await customerById(ctx.tx, businessId, customerId);
  const language = await languageOf(ctx.tx, businessId, customerId);
  const business = await businessForDocument(ctx.tx, businessId);
  const plan = await planOf(ctx, card);
  const shared = {
    business,
    language,
    customerName: customer?.name ?? '',
    last4: card.last4 ?? '',
    plan: planName(plan?.title ?? '', language),
    currency: card.currency,
    stopUrl: stopUrlOf(ctx.publicUrl, card.stop_key),
  };
  const to = customer?.email || card.email;
  const about = { businessId, customer: { id: customerId, name: customer?.name ?? '' } };
  const { key } = letter;
  if (letter.template === 'cardSaved') {
    const facts = { ...shared, wording: await givenWording(ctx, card) };
    return notify(ctx, { key, to, about, template: letter.template, facts });
  }
  if (letter.template === 'cardStopped')
    return notify(ctx, { key, to, about, template: letter.template, facts: shared });
  const { invoice } = letter;
  const mail = { key, to, about: aboutInvoice(invoice) };
  const payUrl = payUrlOf(ctx.publicUrl, invoice.public_id);
  const charge = { ...shared, number: invoice.number, payUrl };
  return letter.template === 'cardNotCharged'
    ? notify(ctx, { ...mail, template: letter.template, facts: { ...charge, ...letter.facts } })
    : notify(ctx, { ...mail, template: letter.template, facts: { ...charge, ...letter.facts } });
}

/**
 * Tells the customer that a charge is not made: each was told of when it was planned. Not where the invoice is settled, which the
 * notice named as the other way, and not of a stopped card, whose own letter says it.
 */
export async function tellOfDropped(ctx: SystemCtx, charge: CardCharge): Promise<void> {
  const { business_id: businessId, reference } = charge;
  const invoice = await invoiceById(ctx.tx, businessId, charge.invoice_id);
  const card = await cardById(ctx.tx, businessId, charge.card_id);
  if (!invoice || invoice.paid_at || !card || card.status === 'stopped') return;
  await tellCustomer(ctx, card, {
    template: 'cardChargeOff',
    key: `card-off:${reference}`,
    invoice,
    facts: {
      amount: await askedOn(ctx.tx, charge, ctx.now),
      day: dateIn(charge.next_try_at, await timeZoneOf(ctx.tx, businessId)),
    },
  });
}

type News = { kind: 'stopped' | 'stopped_by_you' | 'past_due'; invoice?: Invoice; amount?: Minor };

/** Tells the owner that a card is charged no more, or that an invoice could not be charged. */
export async function tellOwner(
  ctx: SystemCtx,
  card: SavedCard,
  { kind, invoice, amount }: News,
): Promise<void> {
  const { business_id: businessId } = card;
  const owner = await ownerOf(ctx.tx, businessId);
  const customer = await customerById(ctx.tx, businessId, card.customer_id);
  await notifyOwner(
    ctx,
    { businessId, event: 'invoice_overdue' },
    {
      key: `card-news:${kind}:${invoice?.id ?? card.id}`,
      to: owner.email,
      template: 'cardNews',
      facts: {
        kind,
        firstName: owner.firstName,
        customerName: customer?.name ?? '',
        last4: card.last4 ?? '',
        number: invoice?.number ?? '',
        amount: amount ?? card.cap_minor,
        currency: card.currency,
      },
    },
  );
}

const planOf = (ctx: SystemCtx, { business_id, plan_id }: SavedCard) =>
  ctx.tx
    .selectFrom('plans')
    .select((eb) => eb.ref('contents', '->>').key('title').as('title'))
    .where('business_id', '=', business_id)
    .where('id', '=', plan_id)
    .executeTakeFirst();

async function givenWording(ctx: SystemCtx, { business_id, id }: SavedCard): Promise<string> {
  const given = await ctx.tx
    .selectFrom('card_consents')
    .select('wording')
    .where('business_id', '=', business_id)
    .where('card_id', '=', id)
    .where('kind', '=', 'given')
    .executeTakeFirst();
  return given?.wording ?? '';
}
