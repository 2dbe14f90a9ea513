import * as z from 'zod';
import type { CalendarDate } from '#core/dates.ts';
import { currencies, type Currency, type Minor } from '#core/money.ts';
import type { ReadTool } from '#server/kernel/tools.ts';
import { openLines } from '../queries/lines.ts';

const MAX_SHOWN = 8;

const lineQuery = z.object({ currency: z.enum(currencies).optional() });

export type OpenLine = { day: CalendarDate; words: string; amount: Minor };
/** The newest, how many there are, and what they come to in minor units of `currency`. */
export type OpenLines = { currency: Currency; rows: OpenLine[]; count: number; sum: Minor };

/** Money in the owner's bank statements of which nobody has said yet what it is. */
export const openLinesTool = {
  description: 'Lines of uploaded bank statements, money that came, that are neither recorded nor put aside.',
  input: lineQuery,
  read: async ({ db, actor }, usual, { currency = usual }) => ({
    currency,
    ...(await openLines(db, actor.businessId, currency, MAX_SHOWN)),
  }),
} satisfies ReadTool<z.output<typeof lineQuery>, OpenLines>;
