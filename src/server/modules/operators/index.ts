import { sql } from 'kysely';
import type { Module } from '#server/kernel/module.ts';
import { column, sealedColumn } from '#server/kernel/sealed-columns.ts';
import { secretPlace } from './rules.ts';
import type { OperatorTables } from './table.ts';

export const operators = {
  uses: ['identity'],
  tables: {
    operators: {
      owner: 'system',
      export: 'people who run this service, no business',
      erase: 'keep',
      texts: 'none',
      undisclosed: true,
    },
    operator_sessions: {
      owner: 'system',
      export: 'a proof of who an operator is, here',
      erase: 'keep',
      texts: 'none',
      expires: true,
      undisclosed: true,
    },
  },
  sealed: [
    sealedColumn('operators', 'secret_sealed', {
      key: column('name'),
      businessId: sql<null>`null::text`,
      sealContext: ({ key }) => secretPlace(key),
    }),
  ],
} satisfies Module<OperatorTables>;
