/** A guard of accepting a quote or of charging a card: its file, what is taken away, what stands there instead, and the tests that must notice. */
export type Row = [file: string, find: string, put: string, tests: readonly string[]];

const QUOTES = 'src/server/modules/quotes';
const CARDS = 'src/server/modules/saved-cards';
const PLANS = 'src/server/modules/plans';
const ANSWERS = [`${QUOTES}/quotes.test.ts`];
const CODES = [`${QUOTES}/acceptance.test.ts`];
const PAYING = [`${QUOTES}/payment.test.ts`];
const LOCKING = ['tests/locking.pg.test.ts'];
const PARTS = [`${QUOTES}/parts.test.ts`];
const CHARGES = [`${CARDS}/saved-cards.test.ts`];
const ISSUING = [`${PLANS}/plans.test.ts`];
const DEFENCE_IN_DEPTH = ['tests/defence-in-depth.test.ts'];

const quotes: Row[] = [
  [
    `${QUOTES}/commands/answer.ts`,
    '  if (refusal) throw refusal;\n  if (revision.content_hash',
    '  if (revision.content_hash',
    ANSWERS,
  ],
  [`${QUOTES}/commands/answer.ts`, 'if (revision.content_hash !== revisionHash)', 'if (false)', ANSWERS],
  [
    `${QUOTES}/commands/answer.ts`,
    'if (earlier?.content_hash === revisionHash) return earlier;',
    '',
    ANSWERS,
  ],
  [
    `${QUOTES}/commands/answer.ts`,
    "if (quote.state === 'declined') return quote;\n  if (refusal) throw refusal;",
    "if (quote.state === 'declined') return quote;",
    ANSWERS,
  ],
  [
    `${QUOTES}/commands/answer.ts`,
    "if (refusal && (quote.state === 'declined' || quote.state === 'withdrawn')) throw refusal;",
    '',
    ANSWERS,
  ],
  [`${QUOTES}/commands/answer.ts`, 'if (asked >= MOST_QUESTIONS)', 'if (false)', ANSWERS],
  [`${QUOTES}/commands/answer.ts`, 'await cancelDelivery(ctx, quote);', '', ANSWERS],
  [
    `${QUOTES}/commands/answer.ts`,
    'if (await acceptedBefore(ctx, read, revisionHash)) return quote;',
    '',
    PAYING,
  ],
  [`${QUOTES}/commands/code.ts`, 'if (refusal) throw refusal;', '', CODES],
  [`${QUOTES}/commands/code.ts`, 'if (!quote.asks_code) throw', 'if (false) throw', CODES],
  [`${QUOTES}/commands/code.ts`, 'if (!code) throw', 'if (false) throw', CODES],
  [
    `${QUOTES}/commands/code.ts`,
    "    .where('code_hash', '=', codeHash(ctx, quote, { revisionHash, code }))\n",
    '',
    CODES,
  ],
  [
    `${QUOTES}/commands/code.ts`,
    "    .where('tries', '<=', MOST_CODE_TRIES)\n    .where('expires_at'",
    "    .where('expires_at'",
    CODES,
  ],
  [`${QUOTES}/commands/code.ts`, '${id}:${revisionHash}:${code}', '${id}:${code}', CODES],
  [`${QUOTES}/commands/convert.ts`, 'if (quote.invoice_id !== null) return quote;', '', ANSWERS],
  [`${QUOTES}/commands/convert.ts`, 'refuseUnagreed(quote);', '', ANSWERS],
  [`${QUOTES}/commands/convert.ts`, "quote.on_acceptance === 'ask' ? null : ", '', ANSWERS],
  [
    `${QUOTES}/commands/convert.ts`,
    ' && (await exhaustedRecipients(ctx, business_id, customer_email)) === null',
    '',
    ANSWERS,
  ],
  [`${QUOTES}/commands/part.ts`, 'refuseUnagreed(quote);', '', PARTS],
  [`${QUOTES}/commands/lock.ts`, '.where(businessLock(businessId))', '', LOCKING],
  [`${QUOTES}/commands/record.ts`, "    .where('state', '=', quote.state)\n", '', DEFENCE_IN_DEPTH],
  [`${QUOTES}/commands/record.ts`, "    .where('invoice_id', 'is', null)\n", '', DEFENCE_IN_DEPTH],
  [`${QUOTES}/queries/quotes.ts`, "    .where('number', 'is not', null)\n", '', ANSWERS],
  ['src/contract/quote-answers.ts', 'z.literal(true, ', 'z.boolean(', ANSWERS],
];

const charges: Row[] = [
  [`${CARDS}/commands/charges.ts`, 'if (!card || !(await hasConsent(ctx.tx, card)))', 'if (!card)', CHARGES],
  [`${CARDS}/commands/charges.ts`, "if (amount > card.cap_minor) return 'above_cap';", '', CHARGES],
  [`${CARDS}/commands/charges.ts`, "if (amount <= 0) return 'paid';", '', CHARGES],
  [`${CARDS}/commands/charges.ts`, "if (invoice.customer_email === '') return 'no_email';", '', CHARGES],
  [`${CARDS}/commands/charges.ts`, 'if (hasExpired(card.expires, day))', 'if (false)', CHARGES],
  [
    `${CARDS}/commands/charges.ts`,
    ' || charge.next_try_at > ctx.now) return null;',
    ') return null;',
    CHARGES,
  ],
  [
    `${CARDS}/commands/charges.ts`,
    "if (card.status !== 'active' || card.token_sealed === null) return 'The card was stopped';",
    '',
    CHARGES,
  ],
  [
    `${CARDS}/commands/charges.ts`,
    "if (charge.amount_minor > card.cap_minor) return 'It is more than was agreed to';",
    '',
    CHARGES,
  ],
  [
    `${CARDS}/commands/charges.ts`,
    "return owner ? null : 'The account is to be deleted';",
    'return null;',
    CHARGES,
  ],
  [`${CARDS}/rules/reasons.ts`, 'if (asked <= 0) return NOTHING_OWED;', '', CHARGES],
  [`${CARDS}/rules/reasons.ts`, 'return asked > amount ?', 'return false ?', CHARGES],
  [`${CARDS}/rules/reasons.ts`, 'asked > 0 && asked < amount ?', 'false ?', CHARGES],
  [`${CARDS}/commands/charges.ts`, "if (charge.status !== 'processing') return charge.status;", '', CHARGES],
  [
    `${CARDS}/commands/charges.ts`,
    "reported.state === 'not_found' && wasLost(charge.sent_at, ctx.now)",
    "reported.state === 'not_found'",
    CHARGES,
  ],
  [`${CARDS}/commands/charges.ts`, " && card.status === 'active' && isActive", ' && isActive', CHARGES],
  [`${CARDS}/commands/charges.ts`, 'isActive(invoice) && !invoice.paid_at;', 'true;', CHARGES],
  [
    `${CARDS}/flows/charge.ts`,
    "if (reported.state === 'completed' && !(await syncReference(scope, row)))",
    'if (false)',
    CHARGES,
  ],
  [`${CARDS}/queries/cards.ts`, 'cap === card.cap_minor && currency', 'currency', CHARGES],
  [`${CARDS}/queries/cards.ts`, "rows.every(({ kind }) => kind !== 'withdrawn')", 'true', CHARGES],
  [`${CARDS}/rules/schedule.ts`, " || failure === 'holder'", '', CHARGES],
  [`${CARDS}/rules/schedule.ts`, " || failure === 'lost'", '', CHARGES],
  [`${CARDS}/rules/schedule.ts`, "(failure === 'declined' && before.includes('declined'))", 'false', CHARGES],
  [`${CARDS}/commands/cards.ts`, "if (card?.status !== 'awaiting') return;", 'if (!card) return;', CHARGES],
  [`${CARDS}/commands/cards.ts`, "if (card.status !== 'active') return card;", '', CHARGES],
  [`${CARDS}/commands/cards.ts`, 'if (card?.currency !== currency)', 'if (!card)', CHARGES],
  [`${CARDS}/commands/cards.ts`, 'await withdrawConsent(ctx, card, saidBy);', '', CHARGES],
  [
    `${CARDS}/commands/cards.ts`,
    'await dropCharges(ctx, card.business_id, { cardId: card.id });',
    '',
    CHARGES,
  ],
  [`${CARDS}/commands/cards.ts`, "    .where('status', '<>', 'active')\n", '', CHARGES],
  [`${CARDS}/messages.ts`, 'invoice.paid_at || !card ||', '!card ||', CHARGES],
  [`${CARDS}/messages.ts`, " || card.status === 'stopped') return;", ') return;', CHARGES],
  [`${CARDS}/flows/keep.ts`, "paid.method === 'card' ?", 'true ?', CHARGES],
  [
    'src/server/pages/card/index.ts',
    'isOurs(c, scope.publicUrl()) ? await cardOf(c) : undefined',
    'await cardOf(c)',
    CHARGES,
  ],
  ['src/server/outbound/polling.ts', " and status = 'pending' returning *", ' returning *', CHARGES],
];

const plans: Row[] = [
  [`${PLANS}/commands/days.ts`, "if (plan.state === 'paused')", 'if (false)', ISSUING],
  [`${PLANS}/commands/days.ts`, "        .where('plan_occurrences.state', '=', 'missed'),", ',', ISSUING],
  [`${PLANS}/commands/days.ts`, "    .where('state', '=', 'missed')\n", '', ISSUING],
  [`${PLANS}/commands/issue.ts`, "if (plan?.state !== 'active') return;", 'if (!plan) return;', ISSUING],
  [`${PLANS}/commands/issue.ts`, 'if (!customer?.is_active)', 'if (!customer)', ISSUING],
  [`${PLANS}/commands/issue.ts`, "sent && plan.mode === 'charge' ?", 'sent ?', CHARGES],
  [`${PLANS}/commands/state.ts`, "if (plan.state !== 'active') throw", 'if (false) throw', ISSUING],
  [`${PLANS}/commands/state.ts`, "if (plan.state !== 'paused') throw", 'if (false) throw', ISSUING],
  [`${PLANS}/commands/state.ts`, "if (plan.state === 'ended') throw", 'if (false) throw', ISSUING],
  [
    `${PLANS}/commands/state.ts`,
    'await dropCharges(ctx, plan.business_id, { planId: plan.id });',
    '',
    CHARGES,
  ],
  [
    `${PLANS}/commands/state.ts`,
    "await dropCharges(ctx, plan.business_id, { planId: plan.id });\n  await changePlan(ctx, plan, { state: 'ended'",
    "await changePlan(ctx, plan, { state: 'ended'",
    CHARGES,
  ],
  [
    `${PLANS}/commands/save.ts`,
    "if (input.mode !== 'charge') await dropCharges(ctx, plan.business_id, { planId: plan.id });",
    '',
    CHARGES,
  ],
  [`${PLANS}/commands/save.ts`, "if (plan.state === 'ended')", 'if (false)', ISSUING],
  [`${PLANS}/commands/save.ts`, 'if (kept?.id !== plan.customer_id)', 'if (false)', ISSUING],
  [`${PLANS}/commands/save.ts`, 'if (cap < total)', 'if (false)', ISSUING],
  [`${PLANS}/commands/lock.ts`, 'if (plan?.currency !== currency)', 'if (!plan)', ISSUING],
  [`${PLANS}/queries/due.ts`, ' and u.deletion_due_at is null', '', ISSUING],
  [`${PLANS}/queries/charging.ts`, "    .where('p.state', '<>', 'ended')\n", '', CHARGES],
  [`${PLANS}/flows/save-card.ts`, "invoice.state !== 'open' || ", '', CHARGES],
  [`${PLANS}/flows/save-card.ts`, 'if (plan?.cap !== offer.terms.cap)', 'if (!plan)', CHARGES],
];

export const acceptAndChargeGuards: Row[] = [...quotes, ...charges, ...plans];
