import { sql } from 'kysely';
import type { Ctx } from '#server/kernel/scope.ts';
import { remembersCorrections } from '#server/modules/business/queries.ts';
import { customersByName } from '#server/modules/customers/queries/by-name.ts';
import { matchByName, nameWords } from '#server/modules/customers/rules/names.ts';
import type { DraftArguments } from '#server/modules/invoices/tools/draft.ts';
import { type Heard, sayingOf } from '../heard.ts';
import { isCustomersName } from '../queries/learned.ts';

/** Words kept for each business; beyond them the oldest go. */
const MOST_WORDS = 500;
const MOST_LETTERS = 300;

type Made = Pick<DraftArguments, 'customer' | 'invoice'>;
type Meaning = { kind: 'customer'; customer_id: string } | { kind: 'goods'; goods: string };

/** Keeps what an owner made of the words of a draft, once something was made of it. No sum is kept, and none depends on it. */
export async function learnCorrections(ctx: Ctx, heard: Heard, made: Made): Promise<void> {
  const { customer, goods } = heard;
  const isCorrected = customer?.corrected || goods.some((one) => one?.corrected);
  if (!isCorrected || !(await remembersCorrections(ctx.tx, ctx.actor.businessId))) return;
  if (customer?.corrected) await learnCustomer(ctx, customer.said, made.customer.name);
  for (const [at, saying] of goods.entries())
    if (saying?.corrected) await learnGoods(ctx, saying.said, made.invoice.items[at]?.description ?? '');
  await forgetOldest(ctx);
}

// Words that are a customer's whole name mean that customer: the owner thought again.
async function learnCustomer(ctx: Ctx, said: string, name: string): Promise<void> {
  const { tx, actor } = ctx;
  const words = nameWords(name).join(' ');
  if (words === said) return forget(ctx, 'customer', said);
  const found = (await customersByName(tx, actor.businessId, name)).filter(
    (one) => nameWords(one.name).join(' ') === words,
  );
  const [customer] = found;
  if (!customer || found.length > 1) return;
  if (await isCustomersName(tx, actor.businessId, said)) return;
  const all = await customersByName(tx, actor.businessId, said);
  const isOnlyOne = all.length === 1 && matchByName(said, [customer]).length > 0;
  return isOnlyOne
    ? forget(ctx, 'customer', said)
    : keep(ctx, said, { kind: 'customer', customer_id: customer.id });
}

function learnGoods(ctx: Ctx, said: string, description: string): Promise<void> {
  const goods = description.replace(/[\p{C}\s]+/gu, ' ').trim();
  if (goods === '' || goods.length > MOST_LETTERS) return Promise.resolve();
  return sayingOf(goods) === said ? forget(ctx, 'goods', said) : keep(ctx, said, { kind: 'goods', goods });
}

async function keep(ctx: Ctx, said: string, meaning: Meaning): Promise<void> {
  const meant = { customer_id: null, goods: null, ...meaning, learned_at: ctx.now };
  await ctx.tx
    .insertInto('learned_words')
    .values({ business_id: ctx.actor.businessId, said, ...meant })
    .onConflict((conflict) => conflict.columns(['business_id', 'kind', 'said']).doUpdateSet(meant))
    .execute();
}

async function forget(ctx: Ctx, kind: Meaning['kind'], said: string): Promise<void> {
  await ctx.tx
    .deleteFrom('learned_words')
    .where('business_id', '=', ctx.actor.businessId)
    .where('kind', '=', kind)
    .where('said', '=', said)
    .execute();
}

async function forgetOldest({ tx, actor: { businessId } }: Ctx): Promise<void> {
  await sql`delete from learned_words where business_id = ${businessId} and (kind, said) in (
    select kind, said from learned_words where business_id = ${businessId}
    order by learned_at desc, kind, said offset ${MOST_WORDS})`.execute(tx);
}

/** Forgets all that was learned for a business. */
export async function forgetLearned({ tx, actor }: Ctx): Promise<void> {
  await tx.deleteFrom('learned_words').where('business_id', '=', actor.businessId).execute();
}
