import { fiveItemsOnWire } from '../world.ts';
import type { Market, Stall } from './market.ts';

/** One call as it goes over the wire. */
export type Call = {
  kind: string;
  method: 'GET' | 'POST';
  path: string;
  token: string | null;
  body?: string;
};

type Chance = () => number;
type Kind = { name: string; share: number; call: (stall: Stall, chance: Chance) => Omit<Call, 'kind'> };

const get = (path: string, { token }: Stall): Omit<Call, 'kind'> => ({ method: 'GET', path, token });
const one = <T>(list: T[], chance: Chance): T => list[Math.floor(chance() * list.length)] as T;
const LISTS = '/api/ngn/invoice/get-all-invoices?limit=25';
const INVOICE = fiveItemsOnWire();

// What owners and their customers do all day, in parts of a hundred; seventy of them read.
const kinds: Kind[] = [
  { name: 'invoices, first page', share: 20, call: (stall) => get(LISTS, stall) },
  { name: 'overdue invoices', share: 5, call: (stall) => get(`${LISTS}&status=overdue`, stall) },
  {
    name: 'invoices by search',
    share: 5,
    call: (stall, chance) =>
      get(`${LISTS}&search=${encodeURIComponent(one(stall.customers, chance))}`, stall),
  },
  {
    name: 'one invoice',
    share: 15,
    call: (stall, chance) => get(`/api/ngn/invoice/${one(stall.invoices, chance)}`, stall),
  },
  {
    name: 'dashboard figures',
    share: 10,
    call: (stall) => get(`/api/ngn/user/get-business-payment-info/${stall.businessId}`, stall),
  },
  { name: 'customers', share: 5, call: (stall) => get('/api/ngn/customers?limit=25', stall) },
  {
    name: 'pay page',
    share: 10,
    call: (stall, chance) => ({ method: 'GET', path: `/pay/${one(stall.links, chance)}`, token: null }),
  },
  {
    name: 'create an invoice',
    share: 20,
    call: ({ token }) => ({ method: 'POST', path: '/api/ngn/invoice/create', token, body: INVOICE }),
  },
  {
    name: 'add a customer',
    share: 10,
    call: ({ token }, chance) => ({
      method: 'POST',
      path: '/api/ngn/customers',
      token,
      body: JSON.stringify({
        name: 'Mrs Adeyemi',
        email: `load${Math.floor(chance() * 2 ** 40).toString(36)}@example.test`,
      }),
    }),
  },
];

const LARGE_SHARE = 0.2;

/** Draws calls for ever: which kind by its share, in the large business every fifth time. */
export function* drawCalls({ large, others }: Market, chance: Chance): Generator<Call, never> {
  for (;;) {
    let left = chance() * 100;
    const kind = kinds.find(({ share }) => (left -= share) < 0) ?? (kinds[0] as Kind);
    const stall = chance() < LARGE_SHARE ? large : one(others, chance);
    yield { kind: kind.name, ...kind.call(stall, chance) };
  }
}

/** Chances that come again with their seed. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
