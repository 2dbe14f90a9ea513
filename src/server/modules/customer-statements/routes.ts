import { type customerStatements, MAX_SHOWN_LINES } from '#contract/customer-statements.ts';
import type { Currency } from '#core/money.ts';
import type { FileFormat } from '#contract/wire.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { recordsFile } from '#server/modules/business/flows/table-file.ts';
import { sendStatement } from './commands/send.ts';
import { type Asked, newest, ON_PAPER, readStatement, statementFile } from './flows/statement.ts';
import { type Kind, shownStatement } from './rules.ts';

export const routes: Handlers<typeof customerStatements> = {
  read: async (scope, { params, query: { shows: kind, ...asked } }) => {
    const { statement } = await readStatement(
      scope,
      accountOf(scope, params),
      asked,
      newest(MAX_SHOWN_LINES),
    );
    return { data: shownStatement(statement, kind) };
  },
  pdf: (scope, { params, query }) => fileOf(scope, params, query, 'pdf'),
  csv: (scope, { params, query }) => fileOf(scope, params, query, 'csv'),
  xlsx: (scope, { params, query }) => fileOf(scope, params, query, 'xlsx'),
  send: async (scope, { params, body: { shows: kind, ...asked } }) => {
    const account = accountOf(scope, params);
    const { today, statement, customer } = await readStatement(scope, account, asked, newest(0));
    const { from, to } = statement;
    return scope.answerOnce(
      (ctx) => sendStatement(ctx, { ...account, from, to, kind, today }),
      (fresh) => ({
        message: fresh ? `Sent to ${customer.email}` : `${customer.name} got this statement today already`,
        data: null,
      }),
    );
  },
};

type Params = { currency: Currency; id: string };

const accountOf = ({ actor }: Scope, { currency, id }: Params) => ({
  businessId: actor.businessId,
  customerId: id,
  currency,
});

async function fileOf(
  scope: Scope,
  params: Params,
  { shows: kind, ...asked }: Asked & { shows: Kind },
  format: FileFormat,
): Promise<Response> {
  const account = accountOf(scope, params);
  const read = await readStatement(scope, account, asked, format === 'pdf' ? ON_PAPER : undefined);
  await scope.transact((ctx) =>
    recordActorEvent(ctx, 'report_exported', `Statement of a customer, ${format}`),
  );
  return recordsFile(scope, await statementFile(scope, account, read, kind), format);
}
