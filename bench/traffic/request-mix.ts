import { fiveItemsOnWire } from '../environment.ts';
import type { BusinessFixture, Dataset } from './dataset.ts';

/** One call as it goes over the wire. */
export type Call = {
  kind: string;
  method: 'GET' | 'POST';
  path: string;
  token: string | null;
  body?: string;
};

type Rng = () => number;
type Kind = { name: string; share: number; call: (stall: BusinessFixture, rng: Rng) => Omit<Call, 'kind'> };

const get = (path: string, { token }: BusinessFixture): Omit<Call, 'kind'> => ({
  method: 'GET',
  path,
  token,
});
const pickOne = <T>(list: T[], rng: Rng): T => list[Math.floor(rng() * list.length)] as T;
const LISTS = '/api/ngn/invoice/get-all-invoices?limit=25';
const INVOICE = fiveItemsOnWire();

// Shares of the calls owners and their customers make, in percent; seventy are reads.
const kinds: Kind[] = [
  { name: 'invoices, first page', share: 20, call: (stall) => get(LISTS, stall) },
  { name: 'overdue invoices', share: 5, call: (stall) => get(`${LISTS}&status=overdue`, stall) },
  {
    name: 'invoices by search',
    share: 5,
    call: (stall, rng) => get(`${LISTS}&search=${encodeURIComponent(pickOne(stall.customers, rng))}`, stall),
  },
  {
    name: 'one invoice',
    share: 15,
    call: (stall, rng) => get(`/api/ngn/invoice/${pickOne(stall.invoices, rng)}`, stall),
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
    call: (stall, rng) => ({ method: 'GET', path: `/pay/${pickOne(stall.links, rng)}`, token: null }),
  },
  {
    name: 'create an invoice',
    share: 20,
    call: ({ token }) => ({ method: 'POST', path: '/api/ngn/invoice/create', token, body: INVOICE }),
  },
  {
    name: 'add a customer',
    share: 10,
    call: ({ token }, rng) => ({
      method: 'POST',
      path: '/api/ngn/customers',
      token,
      body: JSON.stringify({
        name: 'Mrs Adeyemi',
        email: `load${Math.floor(rng() * 2 ** 40).toString(36)}@example.test`,
      }),
    }),
  },
];

const LARGE_SHARE = 0.2;

/** Draws calls for ever: which kind by its share, in the large business every fifth time. */
export function* drawCalls({ large, others }: Dataset, rng: Rng): Generator<Call, never> {
  for (;;) {
    let left = rng() * 100;
    const kind = kinds.find(({ share }) => (left -= share) < 0) ?? (kinds[0] as Kind);
    const stall = rng() < LARGE_SHARE ? large : pickOne(others, rng);
    yield { kind: kind.name, ...kind.call(stall, rng) };
  }
}
