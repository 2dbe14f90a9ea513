import type { Db, Tx } from '#server/kernel/db.ts';
import { remembersCorrections } from '#server/modules/business/queries.ts';
import { customersByName } from '#server/modules/customers/queries/by-name.ts';
import { nameWords } from '#server/modules/customers/rules/names.ts';
import type { Heard } from '../heard.ts';

/** The meaning of words in a business: the customer of `customer`, and the goods by what was said of them. */
export type Learned = { customerId: string | null; goods: ReadonlyMap<string, string> };

const NOTHING: Learned = { customerId: null, goods: new Map() };
/** Most lines of one draft that are looked up. */
const MOST_LINES = 100;

/** The meaning of a draft's words by a business's corrections; nothing where its owner switched that off. */
export async function learnedFor(db: Db, businessId: string, { customer, goods }: Heard): Promise<Learned> {
  const named = customer && !customer.corrected ? customer.said : null;
  const things = goods.flatMap((one) => (one && !one.corrected ? [one.said] : [])).slice(0, MOST_LINES);
  if ((named === null && things.length === 0) || !(await remembersCorrections(db, businessId)))
    return NOTHING;
  const rows = await db
    .selectFrom('learned_words')
    .select(['customer_id', 'said', 'goods'])
    .where('business_id', '=', businessId)
    .where(({ eb, or, and }) =>
      or([
        and([eb('kind', '=', 'customer'), eb('said', '=', named ?? '')]),
        and([eb('kind', '=', 'goods'), eb('said', 'in', things.length > 0 ? things : [''])]),
      ]),
    )
    .execute();
  const customerId = rows.find((row) => row.customer_id !== null)?.customer_id ?? null;
  const isOwnName = customerId !== null && named !== null && (await isCustomersName(db, businessId, named));
  return {
    customerId: isOwnName ? null : customerId,
    goods: new Map(rows.flatMap((row) => (row.goods === null ? [] : [[row.said, row.goods] as const]))),
  };
}

/** Whether these words are the whole name of a customer: they mean nobody else then. */
export async function isCustomersName(db: Db | Tx, businessId: string, said: string): Promise<boolean> {
  const found = await customersByName(db, businessId, said);
  return found.some(({ name }) => nameWords(name).join(' ') === said);
}
