import type { staff } from '#contract/staff.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { addStaff, archiveStaff } from './commands/staff.ts';
import { checkedStaff, updateStaff } from './flows/staff.ts';
import { presentStaff } from './present.ts';
import { listStaff } from './queries/staff.ts';

export const routes: Handlers<typeof staff> = {
  list: async (scope, { params }) => {
    const rows = await listStaff(scope.db, scope.actor.businessId, params.currency);
    return { data: { staff: rows.map(presentStaff) } };
  },
  create: async (scope, { params, body }) => {
    const { person, account } = await checkedStaff(scope, params.currency, body);
    return scope.answerOnce(
      (ctx) => addStaff(ctx, params.currency, person, account),
      (row) => ({ message: `${row.name} is on your staff list`, data: { staff: presentStaff(row) } }),
    );
  },
  update: async (scope, { params, body }) => {
    const row = await updateStaff(scope, params.currency, params.id, body);
    return { data: { staff: presentStaff(row) } };
  },
  archive: async (scope, { params }) => {
    await scope.transact((ctx) => archiveStaff(ctx, params.currency, params.id));
    return { data: {} };
  },
};
