import * as z from 'zod';
import type { ReadTool } from '#server/kernel/tools.ts';
import { listCustomers } from '../queries/list.ts';
import { searchCustomersByName } from '../queries/name-search.ts';

const MAX_SHOWN = 8;

const customerQuery = z.object({
  search: z
    .string()
    .max(200)
    .optional()
    .describe('Part of a name, email address or phone number; a wrong letter in a name will do'),
  limit: z.number().int().min(1).max(100).optional(),
  which: z.enum(['latest']).optional().describe('Only the one added last'),
});
type CustomerQuery = z.output<typeof customerQuery>;

type FoundCustomer = { id: string; name: string; email: string; phone: string | null };
/** First matches and their total. `meant`: nothing contains the search text, these are the closest names. */
export type FoundCustomers = { customers: FoundCustomer[]; total: number; meant: boolean };

/** The customers of one business. */
export const customerTools = {
  find: {
    description:
      'Finds active customers by name, email address or phone number, newest first. Gives at most 8 and how many there are.',
    input: customerQuery,
    read: async ({ db, actor }, currency, { search, limit, which }) => {
      const max = which === 'latest' ? 1 : Math.min(limit ?? MAX_SHOWN, MAX_SHOWN);
      const { customers, page } = await listCustomers(db, actor.businessId, currency, { search, limit: max });
      const total = which === 'latest' ? customers.length : Math.min(page.total, limit ?? page.total);
      if (total > 0 || !search) return { customers: customers.map(summarize), total, meant: false };
      const close = (await searchCustomersByName(db, actor.businessId, search)).filter(
        ({ isActive }) => isActive,
      );
      return { customers: close.slice(0, max).map(summarize), total: close.length, meant: close.length > 0 };
    },
  } satisfies ReadTool<CustomerQuery, FoundCustomers>,
};

const summarize = ({ id, name, email, phone }: FoundCustomer): FoundCustomer => ({ id, name, email, phone });
