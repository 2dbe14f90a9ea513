import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { customerStatements, type statement, type statementKinds } from '#contract/customer-statements.ts';
import type { FileFormat } from '#contract/wire.ts';
import type { CalendarDate } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import { call, newIdempotencyKey } from '#web/lib/api.ts';
import { downloadAndSave } from '#web/lib/files/download.ts';

export type Statement = z.output<typeof statement>;
export type Kind = (typeof statementKinds)[number];
export type Asked = { from: CalendarDate; to: CalendarDate; shows: Kind };
type Of = { currency: Currency; id: string };

/** A customer's statement of a period. */
export const statementQuery = (params: Of, query: Asked) =>
  queryOptions({
    queryKey: ['customers.statement', params, query],
    queryFn: async ({ signal }) => (await call(customerStatements.read, { params, query }, { signal })).data,
    placeholderData: keepPreviousData,
    retry: false,
  });

/** Saves it as a file under the server's name for it. Throws `ApiError`. */
export const saveStatement = (params: Of, query: Asked, format: FileFormat) =>
  downloadAndSave(customerStatements[format], { params, query });

/** Emails it to the customer. Its caller tells a refusal. */
export const useSendStatement = (params: Of) =>
  useMutation({
    networkMode: 'always',
    mutationFn: (body: Asked) =>
      call(customerStatements.send, { params, body }, { idempotencyKey: newIdempotencyKey() }),
  });
