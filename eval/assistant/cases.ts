import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { actions, draft, filters, newContact } from '#contract/assistant.ts';
import { planTerms } from '#contract/assistant-tasks.ts';
import { intents, missingFields } from '#contract/assistant-intents.ts';

/** Quotes have states of their own. */
const asked = z.extend(filters, { status: z.optional(z.string()) });

const expected = z.object({
  intent: z.enum(intents),
  accept: z.optional(z.array(z.enum(intents))),
  draft: z.nullable(draft),
  filters: z.nullable(asked),
  filtersAlso: z.optional(z.array(z.nullable(asked))),
  customer: z.optional(z.nullable(newContact)),
  /** The part of the money that is to be understood; null where none may be recorded. */
  payment: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  /** More of its task that is to be understood, by the names of the answer's outcome. */
  quote: z.optional(z.record(z.string(), z.unknown())),
  promise: z.optional(z.record(z.string(), z.unknown())),
  credit: z.optional(z.record(z.string(), z.unknown())),
  writeOff: z.optional(z.record(z.string(), z.unknown())),
  withholding: z.optional(z.record(z.string(), z.unknown())),
  change: z.optional(z.string()),
  /** When an invoice repeats; days, start and mode that were not said are left out. */
  plan: z.optional(z.partial(planTerms)),
  mustAsk: z.nullable(z.enum([...missingFields, 'deposit'])),
  does: z.optional(z.enum(actions)),
  refuse: z.optional(z.boolean()),
  pointTo: z.optional(z.string()),
  mustNot: z.array(z.string()),
});
/** Expected understanding of a message. */
export type Expected = z.output<typeof expected>;

const example = z.object({
  id: z.string(),
  now: z.string(),
  /** Invoices that were sent before it, in naira. */
  given: z.optional(z.array(z.object({ customerName: z.string(), amount: z.number() }))),
  tags: z.array(z.string()),
  turns: z.array(z.object({ user: z.string(), expect: expected })),
});
/** One conversation of the examples. */
export type Example = z.output<typeof example>;

/** The conversations of a file, one a line. */
export function examplesOf(file: string): Example[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.map((line) => example.parse(JSON.parse(line)));
}
