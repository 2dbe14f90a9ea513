import type { messages } from '#contract/messages.ts';
import type { push } from '#contract/push.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { subscribe, unsubscribe } from './commands/push.ts';
import { receiveMailEvent } from './flows/bounces.ts';
import { messagesToCustomers } from './queries/messages.ts';
import type { Message } from './table.ts';

export const routes: Handlers<typeof messages> = {
  mailEvent: async (scope, _request, raw) => ({ message: await receiveMailEvent(scope, raw), data: null }),
  list: async (scope, { query }) => {
    const { messages, ...page } = await messagesToCustomers(scope.db, scope.actor.businessId, query);
    return { data: messages.map(present), page };
  },
};

export const pushRoutes: Handlers<typeof push> = {
  key: async (scope) => ({ data: { publicKey: scope.ports.pusher.publicKey } }),
  subscribe: async (scope, { body: { endpoint, keys } }) => {
    const { accepts } = scope.ports.pusher;
    await scope.transact((ctx) => subscribe(ctx, { endpoint, ...keys }, accepts));
    return { data: {} };
  },
  unsubscribe: async (scope, { body }) => {
    await scope.transact((ctx) => unsubscribe(ctx, body.endpoint));
    return { data: {} };
  },
};

const present = (row: Message) => ({
  id: row.id,
  _id: row.id,
  channel: row.channel,
  kind: row.kind,
  to: row.to_address,
  customerName: row.customer_name,
  invoiceId: row.invoice_id,
  invoiceNumber: row.invoice_number,
  state: row.state,
  reason: row.reason,
  createdAt: row.created_at,
  settledAt: row.settled_at,
});
