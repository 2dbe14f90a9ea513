import type { bankStatements } from '#contract/bank-statements.ts';
import type { ColumnMap, DateOrder } from '#core/bank-statement/model.ts';
import type { Answers } from '#core/bank-statement/read.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { recordMatches } from './commands/record.ts';
import { removeStatement, setLineAside } from './commands/set-aside.ts';
import { keepUpload, readUpload } from './flows/read.ts';
import { suggestedLines } from './flows/suggest.ts';
import { presentAccount, presentLine, presentPreview, presentStatement } from './present.ts';
import { accountsOf, listStatements, statementOf } from './queries/statements.ts';

export const routes: Handlers<typeof bankStatements> = {
  preview: async (scope, { params, body }, raw) => ({
    data: presentPreview(
      await readUpload(scope, raw.file, { currency: params.currency, answers: answersOf(body) }),
    ),
  }),
  upload: async (scope, { params, body }, raw) => {
    const { bankName, last4, ...answers } = body;
    const upload = { currency: params.currency, bankName, last4, answers: answersOf(answers) };
    const { id, added, known } = await keepUpload(scope, raw.file, upload);
    const row = await statementOf(scope.db, scope.actor.businessId, params.currency, id);
    const message = added === 0 ? 'All of these lines are here already' : 'The statement is here';
    return { message, data: { statement: presentStatement(row), added, known } };
  },
  list: async (scope, { params, query }) => {
    const { businessId } = scope.actor;
    const { rows, total, nextCursor } = await listStatements(scope.db, businessId, params.currency, query);
    const accounts = await accountsOf(scope.db, businessId, params.currency);
    return {
      data: { statements: rows.map(presentStatement), accounts: accounts.map(presentAccount) },
      page: { nextCursor, total },
    };
  },
  lines: async (scope, { params, query }) => {
    const { rows, total, nextCursor, statement, ...beside } = await suggestedLines(
      scope,
      params.currency,
      params.id,
      query,
    );
    return {
      data: { statement: presentStatement(statement), lines: rows.map((row) => presentLine(row, beside)) },
      page: { nextCursor, total },
    };
  },
  record: (scope, { params, body }) =>
    scope.answerOnce(
      (ctx) => recordMatches(ctx, params, body.matches),
      (data) => ({ message: data.recorded === 1 ? 'Payment recorded' : 'Payments recorded', data }),
    ),
  ignore: (scope, { params, body }) =>
    scope.answerOnce(
      (ctx) => setLineAside(ctx, params, body ?? { ignored: true }),
      () => ({ message: body?.ignored === false ? 'The line is back' : 'Put aside', data: null }),
    ),
  remove: (scope, { params }) =>
    scope.answerOnce(
      (ctx) => removeStatement(ctx, params),
      () => ({ message: 'The statement was thrown away', data: null }),
    ),
};

type Said = ColumnMap & { dateOrder?: DateOrder | undefined };

function answersOf({ dateOrder, ...columns }: { [K in keyof Said]?: Said[K] | undefined }): Answers {
  const said = Object.entries(columns).filter(([, at]) => at !== undefined);
  return { dateOrder, columns: said.length > 0 ? (Object.fromEntries(said) as ColumnMap) : undefined };
}
