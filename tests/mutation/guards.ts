import { acceptAndChargeGuards, type Row } from './accept-and-charge-guards.ts';

/**
 * A mutation that removes a guard: the first `find` in the file is replaced by `put`; one of `tests` must
 * fail.
 */
export type Mutation = { file: string; find: string; replacement: string; tests: readonly string[] };

const M = 'src/server/modules';
const IDENTITY = [`${M}/identity/identity.test.ts`, `${M}/identity/account.test.ts`];
const SESSIONS = [`${M}/identity/sessions.test.ts`, 'tests/authorization-matrix.test.ts'];
const SESSION_CACHE = ['src/server/kernel/session-cache.test.ts'];
const ENDED_SESSIONS = [`${M}/identity/sessions.test.ts`];
const PIPELINING = ['src/server/kernel/pipelining.test.ts'];
const POOLED = ['src/server/kernel/pooled.pg.test.ts'];
const THROTTLE = ['src/server/http/throttle.test.ts'];
const STEP_UP = [`${M}/identity/step-up.test.ts`, `${M}/identity/account.test.ts`];
const GOOGLE = [`${M}/identity/google.test.ts`];
const EXTENSION = [`${M}/identity/extension.test.ts`];
const FACTORS = [`${M}/identity/factors.test.ts`];
const PASSKEYS = [`${M}/identity/passkeys.test.ts`];
const MATRIX = ['tests/authorization.test.ts', 'tests/authorization-matrix.test.ts'];
const BUSINESS = [`${M}/business/business.test.ts`, `${M}/business/settings.test.ts`];
const PIN = [`${M}/business/business.test.ts`, 'tests/pin.pg.test.ts'];
const WITHDRAWALS = [`${M}/withdrawals/withdrawals.test.ts`, `${M}/withdrawals/own-account.test.ts`];
const NEW_ACCOUNTS = [`${M}/withdrawals/new-accounts.test.ts`];
const ENQUIRIES = [`${M}/withdrawals/name-enquiries.test.ts`];
const DOORS = [`${M}/files/limits.test.ts`];
const RECIPIENTS = [`${M}/business/recipients.test.ts`];
const AUTHORISED = [`${M}/withdrawals/authorised.test.ts`];
const BULK = [`${M}/withdrawals/bulk.test.ts`, `${M}/withdrawals/staff.test.ts`];
const STOPPED = [`${M}/withdrawals/frozen.test.ts`];
const WATCH = ['src/server/ops/ledger-checks/monitor.test.ts'];
const PAID = [`${M}/payments/decision-table.test.ts`, `${M}/payments/unmatched.test.ts`];
const REFUNDS = [`${M}/payments/refunds.test.ts`];
const SMALL_RESTS = [`${M}/payments/small-rests.test.ts`];
const FILES = [`${M}/files/files.test.ts`];
const PROPOSALS = ['proposals', 'stale-proposals', 'proposals.pg'].map(
  (name) => `${M}/assistant/${name}.test.ts`,
);
const ACCOUNT = [`${M}/account/account.test.ts`];
const HEADERS = ['src/server/http/headers.test.ts'];
const FORMS = ['src/server/http/form-parts.test.ts', `${M}/files/files.test.ts`];
const LIVE = ['src/server/kernel/live.test.ts'];
const LIMITS = ['src/server/http/rate-limits.test.ts'];
const CHAINS = ['src/server/ops/ledger-checks/hash-chains.test.ts'];
const INVOICES = [`${M}/invoices/invoices.test.ts`];
const RECORDED = [`${M}/payments/offline.test.ts`];
const WENT_BACK = [`${M}/payments/went-back.test.ts`];
const CREDIT_NOTES = [`${M}/credit-notes/credit-notes.test.ts`];
const STATEMENTS = [`${M}/bank-statements/bank-statements.test.ts`];
const LINES = ['src/core/totals.test.ts', `${M}/invoices/line-model.test.ts`];
// Guards behind other guards, and locks.
const DEFENCE_IN_DEPTH = ['tests/defence-in-depth.test.ts'];
const LOCKING = ['tests/locking.pg.test.ts'];
const FORGERIES = ['tests/fault-injection/forged-webhooks.test.ts'];

const PRIVACY = ['src/server/ops/privacy/privacy.test.ts'];
const CARDS = [`${M}/saved-cards/saved-cards.test.ts`];
const EARLY_PAYMENT = [`${M}/payments/early-payment.test.ts`];
const PARTS = [`${M}/invoices/schedule.test.ts`];
const PART_CHOICE = ['src/server/pages/pay/part-choice.test.ts'];
const QUOTE_PARTS = [`${M}/quotes/parts.test.ts`];
const QUOTE_LINES = ['src/core/quote-parts.test.ts'];
const QUOTE_ACCEPTANCE = [`${M}/quotes/acceptance.test.ts`];
const QUOTE_PAYMENT = [`${M}/quotes/payment.test.ts`];

const rows: Row[] = [
  ...acceptAndChargeGuards,
  // Authentication.
  [`${M}/identity/queries/accounts.ts`, `    .where('s.revoked_at', 'is', null)\n`, '', SESSIONS],
  [`${M}/identity/queries/accounts.ts`, `    .where('s.expires_at', '>', now)\n`, '', SESSIONS],
  [
    `${M}/identity/queries/accounts.ts`,
    `    .where('s.last_used_at', '>', idleSince(now, config))`,
    '',
    SESSIONS,
  ],
  [
    'src/server/kernel/scope.ts',
    `      if (actor.sessionId !== '') ctx.atCommit.session = actor;\n`,
    '',
    ENDED_SESSIONS,
  ],
  ['src/server/kernel/scope.ts', 'select 1 / count(*) from', 'select count(*) from', ENDED_SESSIONS],
  // Statements that are under way beside each other.
  [
    'src/server/kernel/one-connection.ts',
    `    if (!isOpen) return Promise.reject(new Error('This handle has ended'));\n`,
    '',
    PIPELINING,
  ],
  ['src/server/kernel/tenancy.ts', `    if (lent.waits) await lent.prepared;\n`, '', POOLED],
  ['src/server/kernel/db.ts', 'throw (await causeAmong(sent)) ?? error;', 'throw error;', PIPELINING],
  ['src/server/http/recent-callers.ts', `other !== address && `, '', THROTTLE],
  ['src/server/http/recent-callers.ts', `caller.businessId !== businessId`, 'false', THROTTLE],
  [`src/server/kernel/session-cache.ts`, `entry.businessId === null || `, '', SESSION_CACHE],
  [`src/server/kernel/session-cache.ts`, `known.until > now && `, '', SESSION_CACHE],
  [`src/server/kernel/session-cache.ts`, `session && session.expiresAt > now`, 'session', SESSION_CACHE],
  [
    `src/server/kernel/session-cache.ts`,
    `topic === 'sessions' && `,
    `topic === 'business' && `,
    SESSION_CACHE,
  ],
  [
    'src/server/http/endpoints.ts',
    `if (!actor) throw new AppError('invalid_token', 'Invalid token');`,
    'if (!actor) return {} as Actor;',
    MATRIX,
  ],
  [
    'src/server/http/endpoints.ts',
    `actor.client === 'extension' && !extensionCalls.has(name)`,
    'false',
    MATRIX,
  ],
  ['src/server/http/endpoints.ts', `endpoint.auth === 'business' && !actor.registered`, 'false', MATRIX],
  [`${M}/identity/commands/links.ts`, `    .where('used_at', 'is', null)\n`, '', IDENTITY],
  [`${M}/identity/commands/links.ts`, `    .where('expires_at', '>', ctx.now)\n`, '', IDENTITY],
  [
    `${M}/identity/commands/links.ts`,
    `    .where('purpose', 'in', purposes)\n    .where('used_at'`,
    `    .where('used_at'`,
    IDENTITY,
  ],
  [`${M}/identity/commands/google.ts`, `    .where('used_at', 'is', null)\n`, '', GOOGLE],
  [`${M}/identity/commands/google.ts`, `    .where('expires_at', '>', ctx.now)\n`, '', GOOGLE],
  [`${M}/identity/commands/two-factor.ts`, 'if (!used) throw wrongCode();', '', IDENTITY],
  [
    `${M}/identity/commands/two-factor.ts`,
    'if (step === null) throw wrongCode();',
    'if (step === null) return;',
    IDENTITY,
  ],
  [
    `${M}/identity/commands/sessions.ts`,
    `if (!current) throw new AppError('invalid_credentials', 'Invalid email or password');`,
    '',
    IDENTITY,
  ],
  [`${M}/identity/commands/sessions.ts`, `if (!ended) throw notFound('session');`, '', MATRIX],
  [
    `${M}/identity/commands/step-up.ts`,
    `if (!used) throw new AppError('wrong_code'`,
    `if (false) throw new AppError('wrong_code'`,
    STEP_UP,
  ],
  [`${M}/identity/commands/step-up.ts`, `    .where('expires_at', '>', ctx.now)\n`, '', STEP_UP],
  [`${M}/identity/flows/step-up.ts`, 'if (!(await secretMatches(hash, password)))', 'if (false)', STEP_UP],
  [`${M}/identity/flows/step-up.ts`, 'if (isProven(scope, account, operation)) return;', 'return;', STEP_UP],
  [
    `${M}/identity/flows/step-up.ts`,
    'if (verified && allows(stateOf(account), operation, verified)) return;',
    'if (verified) return;',
    [...FACTORS, ...STEP_UP],
  ],
  [`${M}/identity/flows/step-up-verify.ts`, 'if (!offer.ways.includes(method))', 'if (false)', FACTORS],
  [
    `${M}/identity/flows/two-factor.ts`,
    `if (!allows('two_factor', 'two_factor_off', factorOfPasskey(passkey, ctx.now)))`,
    'if (false)',
    FACTORS,
  ],
  [
    `${M}/identity/flows/two-factor.ts`,
    'else if (account.hasPassword && !isProven(scope, account, operation))',
    'else if (false)',
    STEP_UP,
  ],
  [
    `${M}/identity/flows/sign-in.ts`,
    `!allows(stateOf(await factorsOf(scope.db, account.id)), 'sign_in', proof)`,
    'false',
    FACTORS,
  ],
  [`${M}/identity/rules/factors.ts`, `if (twoFactor) return 'two_factor';`, '', FACTORS],
  [
    `${M}/identity/rules/factors.ts`,
    `settledAt(passkey) > now ? 'new_passkey' : 'passkey'`,
    `'passkey'`,
    FACTORS,
  ],
  [
    `${M}/identity/rules/factors.ts`,
    `['passkey', 'new_passkey', 'totp'] as const`,
    `['passkey', 'new_passkey', 'totp', 'password'] as const`,
    FACTORS,
  ],
  [`${M}/identity/rules/factors.ts`, `?? 'password'`, `?? 'totp'`, FACTORS],
  [
    `${M}/identity/flows/step-up.ts`,
    `  await consumeLimit(scope.db, 'proof', limit, userId, scope.now);\n`,
    '',
    STEP_UP,
  ],
  [
    `${M}/identity/flows/passkeys.ts`,
    'if (!passkey || !isForTarget(passkey, assertion, target)) throw passkeyRefused();',
    'if (!passkey) throw passkeyRefused();',
    PASSKEYS,
  ],
  [
    `${M}/identity/flows/passkeys.ts`,
    'if (!(await scope.transactAsSystem((ctx) => useChallenge(ctx, challenge, target)))) throw passkeyRefused();',
    '',
    PASSKEYS,
  ],
  [
    `${M}/identity/flows/extension.ts`,
    `if (!extension) throw fieldError('redirectUri'`,
    `if (false) throw fieldError('redirectUri'`,
    EXTENSION,
  ],
  [`${M}/identity/flows/sign-in.ts`, 'if (isCommonPassword(password))', 'if (false)', IDENTITY],
  [`${M}/identity/flows/login-limits.ts`, `    else await releaseAll`, `    await releaseAll`, IDENTITY],
  // Names that turn the direction of writing.
  [
    'src/contract/wire.ts',
    '(value) => lines || value.search(DIRECTION_MARKS) < 0',
    '() => true',
    ['src/contract/wire.test.ts'],
  ],
  [
    'src/server/pages/pay/components.ts',
    'html`<bdi>${text}</bdi>`',
    'html`${text}`',
    ['src/server/pages/pay/page.test.ts'],
  ],
  ['src/server/app.ts', 'if (usesSandbox(system.config)) {', 'if (true) {', HEADERS],
  // Name enquiries.
  [
    `${M}/withdrawals/flows/bulk.ts`,
    `  await requireBalance(scope.db, scope.actor.businessId, currency, sums);\n`,
    '',
    ENQUIRIES,
  ],
  [
    `${M}/withdrawals/routes.ts`,
    `    await requireBalance(scope.db, scope.actor.businessId, params.currency, [sum]);\n`,
    '',
    ENQUIRIES,
  ],
  [`${M}/business/flows/account-holder.ts`, 'if (!known) await countOnce(scope, key);', '', ENQUIRIES],
  // Another name than the one that was confirmed.
  [
    `${M}/withdrawals/flows/confirm-payees.ts`,
    'if (expectedName !== null && !isSameHolder(expectedName, accountName))',
    'if (false)',
    [`${M}/withdrawals/payee-names.test.ts`],
  ],
  // An invoice that money came for, or that was changed meanwhile.
  [
    `${M}/invoices/commands/change.ts`,
    'if (invoice.paid_at || (await tookMoney(ctx.tx, invoice)))',
    'if (false)',
    [`${M}/invoices/changes.test.ts`],
  ],
  [
    `${M}/invoices/commands/change.ts`,
    'if (changedAt !== undefined && changedAt?.getTime() !== invoice.changed_at?.getTime())',
    'if (false)',
    [`${M}/invoices/changes.test.ts`],
  ],
  // Messages in the service's name.
  [`${M}/invoices/commands/delivery.ts`, `  await requireRecipient(ctx, businessId, to);\n`, '', RECIPIENTS],
  [
    `${M}/business/queries.ts`,
    'allowances[level].recipients - lost',
    'allowances[level].recipients',
    RECIPIENTS,
  ],
  [`${M}/business/commands/create.ts`, '  requireOwnName(input.businessName);\n', '', RECIPIENTS],
  [`${M}/business/commands/update.ts`, '    requireOwnName(input.businessName);\n', '', RECIPIENTS],
  ['src/contract/invoices.ts', '!holdsWebAddress(title)', 'true', ['src/contract/wire.test.ts']],
  // Payouts by their accounts.
  [`${M}/withdrawals/commands/admit.ts`, `  await refuseChangedAccount(ctx, asked);\n`, '', NEW_ACCOUNTS],
  [`${M}/withdrawals/commands/admit.ts`, 'if (toNew > newAccountsProven.left)', 'if (false)', NEW_ACCOUNTS],
  [
    `${M}/withdrawals/commands/admit.ts`,
    "if (proofUntil(stateOf(factors), 'change', actor, now)) return;",
    'return;',
    NEW_ACCOUNTS,
  ],
  [
    `${M}/withdrawals/commands/admit.ts`,
    'if (sumOfAll(asked.map(({ amount }) => amount)) > payouts.left)',
    'if (false)',
    NEW_ACCOUNTS,
  ],
  // Ownership of records.
  [`${M}/business/routes.ts`, 'params.userId !== scope.actor.userId', 'false', MATRIX],
  [`${M}/business/flows/payout-account.ts`, 'if (id !== scope.actor.businessId)', 'if (false)', MATRIX],
  [`${M}/business/commands/create.ts`, 'if (id !== businessId)', 'if (false)', MATRIX],
  [`${M}/business/commands/update.ts`, 'if (id !== businessId)', 'if (false)', MATRIX],
  [`${M}/analytics/routes.ts`, 'if (businessId !== scope.actor.businessId)', 'if (false)', MATRIX],
  [
    `${M}/files/flows/upload-download.ts`,
    'if (actor.businessId !== file?.business_id)',
    'if (false)',
    [...MATRIX, ...FILES],
  ],
  [
    `${M}/files/flows/upload-download.ts`,
    `if (actor.client === 'extension')`,
    'if (false)',
    [...EXTENSION, ...FILES],
  ],
  [`${M}/files/flows/upload-download.ts`, 'if (!isPublic && !byLink)', 'if (false)', [...FILES, ...MATRIX]],
  [
    `${M}/files/flows/upload-download.ts`,
    `await scope.transactAsSystem((ctx) => recordDocumentRead(ctx, file, byLink ? 'link' : 'owner'));`,
    '',
    FILES,
  ],
  [`${M}/files/rules.ts`, 'Number(expires) < now.getTime()', 'false', FILES],
  [
    `${M}/files/rules.ts`,
    'return sealer.verify(signedText(fileId, expires), signature);',
    'return true;',
    FILES,
  ],
  [`${M}/files/commands.ts`, 'if (used.files >= MAX_FILES)', 'if (false)', FILES],
  [
    `${M}/payments/commands/own-payment.ts`,
    `    .where('business_id', '=', ctx.actor.businessId)\n`,
    '',
    [...MATRIX, ...REFUNDS],
  ],
  [
    `${M}/payments/commands/own-payment.ts`,
    `    .where('currency', '=', currency)\n`,
    '',
    [...DEFENCE_IN_DEPTH, ...REFUNDS],
  ],
  [
    `${M}/payments/commands/allocations.ts`,
    `if (invoice?.currency !== currency) throw notFound('invoice');`,
    `if (!invoice) throw notFound('invoice');`,
    REFUNDS,
  ],
  [
    `${M}/payments/commands/allocations.ts`,
    'if (invoice.customer_id !== customerId)',
    'if (false)',
    [...REFUNDS, ...PAID],
  ],
  // Rests that are given up without a person.
  [`${M}/invoices/rules/small-rest.ts`, ' && rest < paid', '', SMALL_RESTS],
  [
    `${M}/invoices/commands/small-rest.ts`,
    `if (tax?.state === 'declared' || tax?.state === 'pending') return invoice;`,
    '',
    SMALL_RESTS,
  ],
  // Payment in parts.
  [`${M}/payments/rules.ts`, ' || sum > toPay', '', PART_CHOICE],
  [
    `${M}/payments/queries/checkouts.ts`,
    `'in', ['completed', 'refunded']),`,
    `'in', ['cancelled']),`,
    PART_CHOICE,
  ],
  [`${M}/payments/flows/checkout.ts`, 'if (!(await mayStart())) return null;', '', PART_CHOICE],
  [
    `${M}/invoices/commands/adjust.ts`,
    '      ...dueAfter(invoice, subtract(invoice.total_minor, left)),\n',
    '',
    PARTS,
  ],
  [
    `${M}/invoices/commands/schedule.ts`,
    'if (nextPartOf(invoice)?.position !== position)',
    'if (false)',
    PARTS,
  ],
  [`${M}/invoices/commands/schedule.ts`, 'if (part.day !== null)', 'if (false)', PARTS],
  [
    `${M}/saved-cards/commands/charges.ts`,
    "if (!(await hasConsent(ctx.tx, card))) return 'There is no consent';",
    '',
    CARDS,
  ],
  [
    `${M}/saved-cards/commands/charges.ts`,
    'if (isTooLate(charge, zone, ctx.now)) return postpone(ctx, charge, zone);',
    '',
    CARDS,
  ],
  [`${M}/saved-cards/commands/charges.ts`, 'charge.called_off_at === null && ', '', CARDS],
  [
    `${M}/saved-cards/flows/charge.ts`,
    'isFirst ? await send(scope, provider, row) : await provider.chargeState(row.reference)',
    'await send(scope, provider, row)',
    CARDS,
  ],
  [
    `${M}/saved-cards/flows/charge.ts`,
    "hindrance === null ? provider.chargeSaved(request) : { state: 'called_off', reason: hindrance }",
    'provider.chargeSaved(request)',
    CARDS,
  ],
  [`${M}/saved-cards/queries/charges.ts`, 'if (hindrance !== null)', 'if (false)', CARDS],
  [`${M}/saved-cards/queries/charges.ts`, "    .where('called_off_at', 'is', null)\n", '', CARDS],
  [`${M}/saved-cards/flows/charge.ts`, ' || !(await hasConsent(scope.db, card))', '', CARDS],
  [
    `${M}/invoices/commands/early-payment.ts`,
    'add(await leftToPay(ctx.tx, lowered), late)',
    'await leftToPay(ctx.tx, lowered)',
    EARLY_PAYMENT,
  ],
  ['src/server/ops/privacy/erase.ts', 'await eraseCards(tx, of)', '{}', CARDS],
  ['src/server/ops/privacy/erase-texts.ts', ' and sent_at is null and paid_minor = 0', '', PRIVACY],
  ['src/server/ops/privacy/erase-texts.ts', 'keys?.has(at) === false', 'false', PRIVACY],
  [`${M}/quotes/commands/answer.ts`, `if (quote.kind !== 'proforma')`, 'if (false)', QUOTE_PAYMENT],
  [`${M}/quotes/commands/part.ts`, 'shown === undefined || shown === total', 'true', QUOTE_PARTS],
  [
    `${M}/quotes/commands/answer.ts`,
    'if (read.quote.asks_code) await spendQuoteCode(ctx, read.quote, input);',
    '',
    QUOTE_ACCEPTANCE,
  ],
  [
    `${M}/quotes/flows/public.ts`,
    'if (input.code) await changing(scope, link, countCodeTry);',
    '',
    QUOTE_ACCEPTANCE,
  ],
  [
    `${M}/quotes/flows/public.ts`,
    "await consumeLimit(db, 'quoteCodes', CODES_PER_ADDRESS, subject, now);",
    '',
    QUOTE_ACCEPTANCE,
  ],
  [
    `${M}/quotes/commands/code.ts`,
    'if (current !== revisionHash) throw',
    'if (false) throw',
    QUOTE_ACCEPTANCE,
  ],
  [`${M}/quotes/commands/code.ts`, "    .where('expires_at', '>', ctx.now)\n", '', QUOTE_ACCEPTANCE],
  [`${M}/quotes/commands/write.ts`, "if (askCode && customer_email === '')", 'if (false)', QUOTE_ACCEPTANCE],
  [`${M}/quotes/queries/parts.ts`, 'isWhole ? totals.groups : taken', 'taken', QUOTE_PARTS],
  [`${M}/quotes/queries/parts.ts`, "one.quote_lines === null ? 'share' : 'lines'", 'null', QUOTE_PARTS],
  ['src/core/quote-parts.ts', "if (quantity > line.left) return 'overLine';", '', QUOTE_LINES],
  [
    'src/core/quote-parts.ts',
    "if (new Set(taken.map(({ item }) => item)).size < taken.length) return 'overLine';",
    '',
    QUOTE_LINES,
  ],
  ['src/core/quote-parts.ts', "quote.invoicedBy === 'share' ? 'share' :", '', QUOTE_LINES],
  ['src/core/quote-parts.ts', "quote.invoicedBy === 'lines' ? 'lines' :", '', QUOTE_LINES],
  [
    'src/core/quote-parts.ts',
    'part && fits(leftOf([group], [part])[0], pricesIncludeTax)',
    'part',
    QUOTE_LINES,
  ],
  [`${M}/quotes/commands/convert.ts`, 'if (parts.length > 0)', 'if (false)', QUOTE_PARTS],
  [`${M}/invoices/commands/lifecycle.ts`, 'await refuseGivenShare(ctx, invoice);', '', QUOTE_PARTS],
  [`${M}/invoices/commands/change.ts`, 'if (before.quote_part === null) return;', 'return;', QUOTE_PARTS],
  // Refusals of the PIN, the wallet and the ledger.
  [`${M}/business/flows/pin.ts`, 'if (isEasyPin(input.pin))', 'if (false)', PIN],
  [`${M}/business/flows/pin.ts`, 'if (pinSet) await requireEmailCode(scope, input.code);', '', PIN],
  [
    `${M}/business/flows/pin.ts`,
    'if (pinSet) await requirePasswordOrProof(scope, input.password);\n  else ',
    '',
    PIN,
  ],
  [`${M}/business/flows/pin.ts`, 'if (await pinMatches(scope, hash, pin))', 'if (true)', PIN],
  [
    `${M}/business/commands/pin.ts`,
    `locked_until is null and failed_tries + 1 >= `,
    `failed_tries < 0 and failed_tries + 1 >= `,
    PIN,
  ],
  [
    `${M}/business/commands/pin.ts`,
    `    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<=', ctx.now)]))\n`,
    '',
    PIN,
  ],
  [
    `${M}/business/commands/pin.ts`,
    '(checking_until is null or checking_until < clock_timestamp())',
    'true',
    PIN,
  ],
  [`${M}/business/commands/pin.ts`, `    .where('checking_token', '=', token)\n`, '', PIN],
  [
    `${M}/business/commands/pin.ts`,
    `greatest(\${now} + interval '1 minute' * \${doubled}, \${first} + \${days})`,
    `\${now} + interval '1 minute' * \${doubled}`,
    PIN,
  ],
  [
    `${M}/withdrawals/routes.ts`,
    'await checkPin(scope, body.pin);',
    '',
    [...WITHDRAWALS, 'tests/pin.pg.test.ts'],
  ],
  [`${M}/withdrawals/flows/bulk.ts`, 'await checkPin(scope, pin);', '', [...BULK, 'tests/pin.pg.test.ts']],
  [`${M}/withdrawals/flows/staff.ts`, 'await checkPin(scope, pin);', '', [...BULK, 'tests/pin.pg.test.ts']],
  [
    `${M}/payments/routes/payments.ts`,
    'await checkPin(scope, body.pin);',
    '',
    [...REFUNDS, 'tests/pin.pg.test.ts'],
  ],
  [`${M}/business/flows/payout-account.ts`, 'if (pinSet && !pin)', 'if (false)', BUSINESS],
  [`${M}/withdrawals/commands/payout.ts`, 'await refuseWhileFrozen(ctx);', '', WATCH],
  [`${M}/payments/commands/refunds.ts`, 'await refuseWhileFrozen(ctx);', '', [...STOPPED, ...REFUNDS]],
  [`${M}/payments/commands/refunds.ts`, 'if (request.amount > left)', 'if (false)', REFUNDS],
  [`${M}/payments/commands/refunds.ts`, `if (payment.status !== 'completed')`, 'if (false)', REFUNDS],
  [
    `${M}/payments/commands/refunds.ts`,
    '  await lockBusiness(ctx.tx, businessId);\n  await refuseWhileFrozen',
    '  await refuseWhileFrozen',
    ['tests/fault-injection/double-spend.pg.test.ts'],
  ],
  [
    `${M}/withdrawals/commands/payout.ts`,
    '  await lockBusiness(ctx.tx, businessId);\n  await refuseWhileFrozen',
    '  await refuseWhileFrozen',
    LOCKING,
  ],
  [
    `${M}/ledger/commands/transfer.ts`,
    `violates(error, 'ledger_accounts_not_negative')`,
    'false',
    DEFENCE_IN_DEPTH,
  ],
  // Input from outside.
  [
    `${M}/webhooks/routes.ts`,
    `if (!event) throw new AppError('invalid_token', 'The signature does not match');`,
    `if (!event) return { data: null } as never;`,
    FORGERIES,
  ],
  [
    'src/server/adapters/shared/signatures.ts',
    'return timingSafeEqual(digest(actual), digest(expected));',
    'return true;',
    ['src/server/adapters/payments-paystack', 'src/server/adapters/payments-flutterwave'],
  ],
  [
    'src/server/kernel/sealing.ts',
    'return left.length === right.length && timingSafeEqual(left, right);',
    'return true;',
    [...FILES, ...PROPOSALS],
  ],
  [`${M}/payments/rules.ts`, `if (payment.testMode !== expected.testMode) return 'test_money';`, '', PAID],
  [
    `${M}/payments/rules.ts`,
    `return payment.currency === expected.currency ? null : 'other_currency';`,
    'return null;',
    PAID,
  ],
  [`${M}/payments/rules.ts`, '|| amount <= recorded.amount_minor', '', PAID],
  // Attacks of an adversarial model or a stale confirmation.
  [
    `${M}/assistant/commands/proposals.ts`,
    `if (row.state === 'done') throw new AppError('conflict', 'This is done already');`,
    '',
    PROPOSALS,
  ],
  [
    `${M}/assistant/commands/proposals.ts`,
    'if (row.expires_at <= (row.decided_at ?? ctx.now))',
    'if (false)',
    PROPOSALS,
  ],
  [
    `${M}/assistant/commands/proposals.ts`,
    `if (row.state !== 'open')`,
    'if (false)',
    [...DEFENCE_IN_DEPTH, ...PROPOSALS],
  ],
  [
    `${M}/assistant/commands/proposals.ts`,
    '|| !ctx.sealer.verify(signedText(row), row.signature)',
    '',
    PROPOSALS,
  ],
  [`${M}/assistant/commands/proposals.ts`, 'row.user_id !== ctx.actor.userId || ', '', DEFENCE_IN_DEPTH],
  [`${M}/assistant/commands/proposals.ts`, `    .where('state', '=', 'open')\n`, '', DEFENCE_IN_DEPTH],
  [
    `${M}/assistant/commands/confirm.ts`,
    `await recordActorEvent(ctx, 'assistant_acted'`,
    `if (false) await recordActorEvent(ctx, 'assistant_acted'`,
    PROPOSALS,
  ],
  [
    `${M}/assistant/commands/confirm.ts`,
    `ctx.actor.client === 'extension' && proposal.action !== 'create_invoice'`,
    'false',
    EXTENSION,
  ],
  [`${M}/plans/tools/draft.ts`, ' || plan.next_on !== dates[0]', '', [`${M}/assistant/plans.test.ts`]],
  // Idempotency.
  [
    'src/server/kernel/idempotency.ts',
    'if (!request.hashes.includes(row.request_hash))',
    'if (false)',
    [...INVOICES, ...AUTHORISED],
  ],
  [
    'src/server/http/endpoints.ts',
    `if (stored) return packedResponse(c, stored.body, stored.status);`,
    '',
    DEFENCE_IN_DEPTH,
  ],
  // How much, how often, how deep.
  [
    'src/server/kernel/rate-limits.ts',
    `.where((eb) => eb(eb('rate_counters.used', '+', cost), '<=', max)),`,
    ',',
    [...LIMITS, ...IDENTITY],
  ],
  ['src/server/kernel/rate-limits.ts', '!ipaddr.IPv6.isValid(address)', 'true', LIMITS],
  [
    'src/server/kernel/rate-limits.ts',
    'if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();',
    '',
    LIMITS,
  ],
  [
    'src/server/http/endpoints.ts',
    'if (actor) await checks.countBusiness(actor.businessId, system.now());',
    '',
    LIMITS,
  ],
  ['src/server/http/endpoints.ts', 'else if (actor) await consumeAs(limit, actor.businessId);', '', LIMITS],
  ['src/server/http/headers.ts', `.split(',').at(-1)`, `.split(',').at(0)`, LIMITS],
  ['src/server/http/headers.ts', '(forwarded && hopAddress(forwarded))', 'forwarded', LIMITS],
  ['src/server/kernel/session-streams.ts', 'ofSession.length >= max.ofSession ||', 'false ||', LIVE],
  ['src/server/kernel/session-streams.ts', 'open.length >= max.ofBusiness)', 'false)', LIVE],
  ['src/server/kernel/session-streams.ts', 'ofEvent.get(sessionId) ?? ask()', 'ask()', LIVE],
  [
    'src/server/http/headers.ts',
    `trustProxy ? c.req.header('X-Forwarded-For')`,
    `true ? c.req.header('X-Forwarded-For')`,
    LIMITS,
  ],
  [
    `${M}/payments/commands/offline.ts`,
    `input.method === 'bank_transfer' && input.seen !== 'bank'`,
    'false',
    RECORDED,
  ],
  [`${M}/payments/commands/offline.ts`, 'day > today', 'false', RECORDED],
  [`${M}/payments/commands/offline.ts`, 'day < addDays(today, -365)', 'false', RECORDED],
  [`${M}/payments/commands/offline.ts`, 'input.amount <= owed || input.keepRestAsCredit', 'true', RECORDED],
  [`${M}/payments/commands/offline.ts`, 'input.confirmDuplicate ? undefined', 'true ? undefined', RECORDED],
  [`${M}/payments/commands/undo.ts`, `payment.evidence === 'provider'`, 'false', RECORDED],
  [`${M}/payments/commands/undo.ts`, `payment.status !== 'completed'`, 'false', RECORDED],
  [
    `${M}/payments/commands/undo.ts`,
    'now && !reason && needsReason(payment, userId, now)',
    'false',
    RECORDED,
  ],
  [`${M}/payments/commands/claims.ts`, 'if (invoice.paid_at)', 'if (false)', RECORDED],
  [`${M}/payments/commands/undo.ts`, 'wentBack(payment) > 0', 'false', WENT_BACK],
  [`${M}/payments/commands/release.ts`, 'gaveBackLeft > 0', 'false', WENT_BACK],
  [`${M}/invoices/commands/change.ts`, 'invoice.credited_minor > 0', 'false', CREDIT_NOTES],
  ['src/core/totals.ts', 'discountOf(line) > grossOf(line)', 'false', LINES],
  [
    `${M}/bank-statements/commands/record.ts`,
    `if (line.state === 'open') return line;`,
    'return line;',
    STATEMENTS,
  ],
  [
    `${M}/bank-statements/commands/record.ts`,
    'add(...match.allocations.map(({ amount }) => amount)) !== line.amount_minor',
    'false',
    STATEMENTS,
  ],
  [`${M}/bank-statements/commands/set-aside.ts`, 'counts.recorded > 0', 'false', STATEMENTS],
  [`${M}/bank-statements/commands/set-aside.ts`, '!mayChange.includes(line.state)', 'false', STATEMENTS],
  [
    `${M}/bank-statements/flows/read.ts`,
    'reading.currency !== null && reading.currency !== currency',
    'false',
    STATEMENTS,
  ],
  ['src/server/http/request-body.ts', 'if (depth > MAX_DEPTH)', 'if (false)', MATRIX],
  ['src/server/http/request-body.ts', 'if (!inspect(bytes)) throw tooManyParts();', 'inspect(bytes);', FORMS],
  ['src/server/http/request-body.ts', 'refused = !inspect(value);', 'inspect(value);', FORMS],
  ['src/server/http/form-parts.ts', `mark !== '\\r\\n' || length < 1 || to < from`, 'false', FORMS],
  [
    'src/server/http/form-parts.ts',
    'if (fileName === null && to - from > MAX_TEXT_BYTES)',
    'if (false)',
    FORMS,
  ],
  [
    'src/server/http/headers.ts',
    'if (!local || !ourName || unknownProxy)',
    'if (!ourName || unknownProxy)',
    HEADERS,
  ],
  [
    'src/server/http/headers.ts',
    'if (!local || !ourName || unknownProxy)',
    'if (!local || unknownProxy)',
    HEADERS,
  ],
  [
    'src/server/http/headers.ts',
    'if (!local || !ourName || unknownProxy)',
    'if (!local || !ourName)',
    HEADERS,
  ],
  [
    'src/server/http/headers.ts',
    `    headers.set('X-Content-Type-Options', 'nosniff');\n`,
    '',
    [...HEADERS, 'tests/fuzz'],
  ],
  [
    'src/server/http/headers.ts',
    `    headers.set('X-Frame-Options', 'DENY');\n`,
    '',
    [...HEADERS, 'tests/fuzz'],
  ],
  [
    'src/server/http/headers.ts',
    `if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', POLICY);`,
    '',
    [...HEADERS, 'tests/fuzz'],
  ],
  [
    'src/server/app.ts',
    `app.use('/sandbox/*', storableAddress, csrf());`,
    `app.use('/sandbox/*', storableAddress);`,
    MATRIX,
  ],
  // Leaving, and what stays.
  [`${M}/account/flows/lifecycle.ts`, 'if (input.confirm !== scope.actor.email)', 'if (false)', ACCOUNT],
  [
    `${M}/account/commands/deletion.ts`,
    'if (await hasOutstandingMoney(ctx.tx, actor.businessId))',
    'if (false)',
    ACCOUNT,
  ],
  [
    `${M}/account/commands/deletion.ts`,
    'if (!(await hasOutstandingMoney(ctx.tx, businessId)))',
    'if (true)',
    ACCOUNT,
  ],
  // The chains themselves.
  [
    'src/server/ops/ledger-checks/hash-chains.ts',
    `if (!row && link.position > erasedTo) report(name, 'removed');`,
    '',
    CHAINS,
  ],
  [
    'src/server/ops/ledger-checks/hash-chains.ts',
    `if (row && !same(digestOf(row.fields), link.digest)) report(name, 'edited');`,
    '',
    CHAINS,
  ],
  [
    'src/server/ops/ledger-checks/hash-chains.ts',
    'if (before && !same(nextHash(before.hash, link), link.hash))',
    'if (false)',
    CHAINS,
  ],
  [
    'src/server/ops/ledger-checks/hash-chains.ts',
    `if (chain !== 'nobody' && !account?.erased_at) return 0;`,
    '',
    CHAINS,
  ],
  ['db/migrations/0027_chains.sql', 'perform lock_chain(chain);', '', LOCKING],
  [
    'db/migrations/0027_chains.sql',
    'perform lock_chain(chain);\n  select * into last from ledger_links',
    'select * into last from ledger_links',
    LOCKING,
  ],
  ['db/migrations/0024_tenancy.sql', 'order by id for no key update', 'for no key update', LOCKING],
  [
    `${M}/assistant/flows/answer.ts`,
    'if (file) await countUpload(scope, scope.actor.businessId);',
    '',
    DOORS,
  ],
  [
    'src/contract/payments.ts',
    "path: '/api/pay/:publicId/pdf',\n    summary: 'The invoice as PDF',\n    auth: 'none',\n    owner: 'public',\n    params: publicParams,\n    limit: 'publicPdfs',",
    "path: '/api/pay/:publicId/pdf',\n    summary: 'The invoice as PDF',\n    auth: 'none',\n    owner: 'public',\n    params: publicParams,",
    DOORS,
  ],
  [
    'src/server/workers/pool.ts',
    'return own < Math.max(1, slots.length - 1);',
    'return true;',
    ['src/server/workers/pool.test.ts'],
  ],
  [
    'src/server/workers/turns.ts',
    'if (own >= share || most.length <= Math.max(share, own)) return false;',
    'return false;',
    ['src/server/workers/turns.test.ts'],
  ],
];

/**
 * About a hundred guards against strangers, thieves and accidents, each with the mutation that removes it.
 */
export const mutations: Mutation[] = rows.map(([file, find, replacement, tests]) => ({
  file,
  find,
  replacement,
  tests,
}));

/** A name that stays the same while a guard and its replacement do. */
export const nameOf = ({ file, find, replacement }: Mutation): string =>
  `${file}: ${find.trim()} → ${replacement.trim() || 'nothing'}`;
