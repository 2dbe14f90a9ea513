import type { Filters } from '#contract/assistant.ts';

const STATUSES: readonly (readonly [RegExp, NonNullable<Filters['status']>])[] = [
  [/\bwritten[ -]off\b|\bwrote off\b/, 'written_off'],
  [/\bcredited\b/, 'credited'],
  [/\b(?:part|partly|partially)[ -]paid\b|\bpaid in part\b/, 'part_paid'],
  [
    /\b(?:overdue|past (?:their |the |its )?due|late|expired|passed due|over due|defaulted|defaulters?|defaulting|delayed|should have (?:been )?paid)\b/,
    'overdue',
  ],
  [
    /\b(?:(?:don|has|have|already)? ?pass(?:ed)? (?:the |their |hin |its |dem )?(?:due|deadline|date|time)|due date (?:don|has|have) pass(?:ed)?)\b/,
    'overdue',
  ],
  [
    /\b(?:unpaid|un-paid|owe|owes|owing|owed|outstanding|unsettled|debtors?|debts?|uncleared|awaiting payment|open invoices|hanging|unresolved|(?:still|remains?|remaining|are|is) open)\b/,
    'unpaid',
  ],
  // In Hausa, Yoruba and Igbo; "akwukwo ugwo" is an invoice.
  [
    / (?:bashin?|bina|bi na|ba(?:i|su| su) biya|gbese|j[eẹ] m[ií]|ko (?:ni )?ti (?:san|pay)|(?<!akw[uụ]kw[oọ] )[uụ]gw[oọ]|ji m)(?=[ ?.,])/,
    'unpaid',
  ],
  [
    /\b(?:not (?:yet )?(?:been )?(?:paid|settled|cleared)|never (?:been )?(?:pay|paid|settle|settled|clear|cleared)|(?:not|didn't|didnt|never|no) pay|never balance)\b/,
    'unpaid',
  ],
  [
    /\b(?:haven't|hasn't|havent|hasnt|didn't|didnt|have not|has not|did not|no dey|no|yet to|still to|refuse to|refused to) (?:yet )?(?:be |been )?(?:paid|pay|settle|settled)\b/,
    'unpaid',
  ],
  [
    /\b(?:never (?:drop|bring|send|release)(?: \S+){0,2} money|(?:nobody|no one|no-one|none|nobody's)(?: \S+){0,2} (?:paid|pay|settled))\b/,
    'unpaid',
  ],
  [
    /\b(?:pending|drafts?|unsent|un-sent|saved but|undelivered|(?:never|not|haven't|hasn't|yet to) (?:yet )?(?:go|gone|went) out)\b/,
    'pending',
  ],
  [/\b(?:not (?:yet )?(?:been )?sent|never send|haven't (?:been )?sent|yet to (?:be )?sen[dt])\b/, 'pending'],
  [
    /\b(?:paid|settled|cleared|(?:don|has|have|already) (?:pay|settle|paid|settled)|completed|did (?:\S+ ){1,3}(?:pay|settle|clear)|(?:people|customers|clients|they|dem) (?:\S+ )?(?:pay|settle))\b/,
    'paid',
  ],
  [
    /\b(?:status sent|sent invoices?|sent ones|marked sent|(?:are|were|is|was|been|already|only) sent|invoices sent)\b/,
    'sent',
  ],
];

/** The invoice status stated in a message. */
export const statusIn = (text: string): Filters['status'] | undefined =>
  STATUSES.find(([pattern]) => pattern.test(text))?.[1];
