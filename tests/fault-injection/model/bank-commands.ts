import { api } from '#contract/index.ts';
import { dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { csvFile, grouped } from '../../bank-statements/layouts.ts';
import * as oracle from './oracle.ts';
import { any, pick, type Roll } from './pick.ts';
import { ask, type BusinessUnderTest, type ModelRun, type Step } from './system.ts';
import { declared, kinds, standingTax, taxRefusal } from './tax-commands.ts';

const params = { currency: 'NGN' } as const;
const LINES = 6;

/** Amounts that fit what is owed now: one invoice, one less tax, two of a customer, a typed payment; and any. */
function someAmount({ invoices, records }: oracle.Wallet, roll: Roll): number {
  const open = invoices.filter((invoice) => oracle.owedOn(invoice) > 0);
  const [one, other] = [pick(open, roll), pick(open, roll)];
  const record = pick(records, roll);
  const amounts = [
    one && oracle.owedOn(one),
    one && oracle.owedOn(one) - oracle.taxOf(one, kinds[1].bps),
    one && other && oracle.owedOn(one) + oracle.owedOn(other),
    record?.amount,
  ];
  return Math.max(1, amounts[roll(5)] ?? 1 + roll(1_000_000));
}

/** A file of the bank; now and then one that is here already, which adds nothing. */
const upload: Step = {
  name: 'bank statement',
  run: async (world, party, roll) => {
    const { wallet } = party;
    const known = pick(
      wallet.statements.filter(({ lines }) => lines !== null),
      roll,
    );
    if (known && roll(4) === 0) {
      const { added } = await send(world, party, known.content);
      if (added > 0) throw new Error(`${added} lines of ${known.id} were kept twice`);
      world.counts.repeated += 1;
      return;
    }
    const day = dateIn(world.app.config.clock());
    const rows = Array.from({ length: LINES }, (_, at) => [
      day,
      `TRF ${world.commands} ${at} ${roll(1e9)}`,
      grouped(someAmount(wallet, roll)),
      '',
    ]);
    const content = csvFile([['Date', 'Narration', 'Credit', 'Debit'], ...rows]);
    const { id } = await send(world, party, content);
    wallet.statements.push({ id, content, lines: await linesOf(world, id) });
  },
};

async function send({ app }: ModelRun, { owner }: BusinessUnderTest, content: string) {
  const form = new FormData();
  form.set('bankName', 'GTBank');
  form.set('last4', '0123');
  form.set('file', new File([content], 'statement.csv'));
  const answer = await fetch(`${app.url}/api/ngn/bank-statements`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${owner.token}` },
    body: form,
  });
  const { data } = (await answer.json()) as { data?: { statement: { id: string }; added: number } };
  if (!data) throw new Error(`the statement was not taken: ${answer.status}`);
  return { id: data.statement.id, added: data.added };
}

async function linesOf({ app }: ModelRun, importId: string): Promise<oracle.Line[]> {
  const rows = await app.system.db
    .selectFrom('statement_lines')
    .select(['id', 'day', 'amount_minor as amount'])
    .where('import_id', '=', importId)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({ ...row, ignored: false, payment: null }));
}

type Share = { invoice: oracle.Invoice; amount: number };
type Match = {
  line: oracle.Line;
  shares: Share[];
  keepRestAsCredit: boolean;
  withheld?: (typeof kinds)[number];
};

const stateRefusal = (line: oracle.Line) => (line.ignored || oracle.paymentOf(line) ? 'conflict' : null);

/** Why a line is not recorded so; null where it is. */
function matchRefusal({ line, shares, keepRestAsCredit, withheld }: Match): string | null {
  const refused = stateRefusal(line);
  if (refused) return refused;
  const [first, ...also] = shares;
  if (!first || sum(shares) !== line.amount) return 'invalid_input';
  const taxed = withheld ? taxedOf(shares, withheld.bps) : [];
  if (withheld && taxed.length === 0) return 'invalid_input';
  for (const { invoice, amount } of taxed) {
    const untaxed = taxRefusal(invoice, withheld?.bps ?? 0, { short: shortOf(invoice, amount) });
    if (untaxed) return untaxed;
  }
  if (first.invoice.deleted) return 'conflict';
  for (const [at, { invoice, amount }] of also.entries()) {
    if (invoice.deleted) return 'conflict';
    const before = shares.slice(0, at + 1).map((share) => share.invoice);
    if (before.includes(invoice) || invoice.customer !== first.invoice.customer) return 'invalid_input';
    if (amount > oracle.owedOn(invoice)) return 'invalid_input';
  }
  return first.amount <= oracle.collectible(first.invoice) || keepRestAsCredit ? null : 'invalid_input';
}

const sum = (shares: readonly Share[]) => shares.reduce((total, { amount }) => total + amount, 0);

// Of each invoice that is short by just its tax that is declared.
const taxedOf = (shares: readonly Share[], bps: number): Share[] =>
  shares.filter(({ invoice, amount }) => {
    const short = shortOf(invoice, amount);
    return short > 0 && oracle.taxOf(invoice, oracle.rateOf(invoice, bps, short)) === short;
  });

// Also of a deleted one.
const shortOf = ({ total, paid, credited, withheld, writtenOff }: oracle.Invoice, amount: number): number =>
  total - paid - credited - withheld - writtenOff - amount;

async function recorded(world: ModelRun, { wallet }: BusinessUnderTest, match: Match): Promise<void> {
  const { line, shares, withheld } = match;
  const [first, ...also] = shares;
  if (!first) return;
  for (const { invoice, amount } of withheld ? taxedOf(shares, withheld.bps) : []) {
    const id = await standingTax(world, invoice.id);
    declared(invoice, { id, bps: withheld?.bps ?? 0, by: 'owner' }, shortOf(invoice, amount));
  }
  const { id } = await world.app.system.db
    .selectFrom('payments')
    .select('id')
    .where('statement_line_id', '=', line.id)
    .where('status', '<>', 'cancelled')
    .executeTakeFirstOrThrow();
  line.payment = oracle.recordCash(
    wallet,
    first.invoice,
    { id, amount: line.amount, day: line.day, evidence: 'statement' },
    also,
  );
  oracle.confirmClaim(
    wallet,
    line.payment,
    shares.map(({ invoice }) => invoice),
  );
}

const bodyOf = ({ line, shares, keepRestAsCredit, withheld }: Match) => ({
  lineId: line.id,
  allocations: shares.map(({ invoice, amount }) => ({ invoiceId: invoice.id, amount: minor(amount) })),
  keepRestAsCredit,
  confirmDuplicate: true,
  ...(withheld ? { withheld: withheld.kind } : {}),
});

/** A line that is nobody's money yet, and rarely one that is. */
function someLine({ statements }: oracle.Wallet, roll: Roll) {
  const lines = statements.flatMap(({ id, lines: kept }) => (kept ?? []).map((line) => ({ id, line })));
  const open = lines.filter(({ line }) => !stateRefusal(line));
  return pick(open.length > 0 && roll(6) > 0 ? open : lines, roll);
}

/** The whole of a line for one invoice, or split over up to three; one in twelve is a kobo short. */
function someShares(wallet: oracle.Wallet, { amount }: oracle.Line, roll: Roll): Share[] {
  const exact = wallet.invoices.filter((invoice) => oracle.owedOn(invoice) === amount);
  const first = exact.length > 0 && roll(3) > 0 ? pick(exact, roll) : any(wallet.invoices, roll);
  if (!first) return [];
  const shares: Share[] = [];
  for (let left = amount - 1, more = Math.max(0, roll(4) - 1); more > 0 && left > 0; more--) {
    const same = wallet.invoices.filter(
      (one) => one.customer === first.customer && oracle.owedOn(one) > 0 && one !== first,
    );
    const invoice = same.length > 0 && roll(6) > 0 ? pick(same, roll) : any(wallet.invoices, roll);
    if (!invoice) break;
    const part = Math.min(left, 1 + roll(Math.max(1, oracle.owedOn(invoice))));
    shares.push({ invoice, amount: part });
    left -= part;
  }
  const short = roll(12) === 0 ? 1 : 0;
  return [{ invoice: first, amount: Math.max(1, amount - sum(shares) - short) }, ...shares];
}

const record: Step = {
  name: 'bank line recorded',
  run: async (world, party, roll) => {
    const { owner, wallet } = party;
    const chosen = someLine(wallet, roll);
    if (!chosen) return;
    const { id, line } = chosen;
    const shares = someShares(wallet, line, roll);
    if (shares.length === 0) return;
    const match: Match = { line, shares, keepRestAsCredit: roll(3) > 0 };
    // All or none: a second match that is refused takes the first with it.
    const spoilt = roll(10) === 0;
    const wanted = matchRefusal(match) ?? (spoilt ? 'invalid_input' : null);
    const matches = [bodyOf(match), ...(spoilt ? [bodyOf(match)] : [])];
    const target = { params: { ...params, id }, body: { matches } };
    if (await ask(world, { owner, roll, wanted }, api.bankStatements.record, target))
      await recorded(world, party, match);
  },
};

/** A line that is short by just the tax, which is declared and settled with it. */
const recordNet: Step = {
  name: 'bank line less the tax',
  run: async (world, party, roll) => {
    const { owner, wallet } = party;
    const chosen = someLine(wallet, roll);
    if (!chosen) return;
    const { id, line } = chosen;
    const fitting = wallet.invoices.flatMap((invoice) =>
      kinds
        .filter(({ bps }) => taxedOf([{ invoice, amount: line.amount }], bps).length > 0)
        .map((kind) => ({ invoice, kind })),
    );
    const fit = pick(fitting, roll);
    const invoice = fit && roll(6) > 0 ? fit.invoice : any(wallet.invoices, roll);
    if (!invoice) return;
    const withheld = fit?.kind ?? kinds[roll(3)] ?? kinds[0];
    const shares = [{ invoice, amount: line.amount }];
    const match: Match = { line, shares, keepRestAsCredit: false, withheld };
    const target = { params: { ...params, id }, body: { matches: [bodyOf(match)] } };
    if (await ask(world, { owner, roll, wanted: matchRefusal(match) }, api.bankStatements.record, target))
      await recorded(world, party, match);
  },
};

/** Money somebody typed stands in the bank's statement. */
const foundInStatement: Step = {
  name: 'typed payment in a bank line',
  run: async (world, { owner, wallet }, roll) => {
    const chosen = someLine(wallet, roll);
    if (!chosen) return;
    const { id, line } = chosen;
    const equal = wallet.records.filter(({ amount }) => amount === line.amount);
    const payment = pick(equal.length > 0 ? equal : wallet.records, roll);
    if (!payment?.id) return;
    const isTyped = payment.evidence === 'hand' && !payment.cancelled;
    const fits = payment.amount === line.amount ? null : 'invalid_input';
    const wanted = stateRefusal(line) ?? (isTyped ? fits : 'conflict');
    const match = { lineId: line.id, allocations: [], paymentId: payment.id };
    const target = { params: { ...params, id }, body: { matches: [match] } };
    if (!(await ask(world, { owner, roll, wanted }, api.bankStatements.record, target))) return;
    payment.evidence = 'statement';
    line.payment = payment;
    oracle.confirmClaim(
      wallet,
      payment,
      wallet.invoices.filter((invoice) => invoice.id === payment.invoiceId),
    );
  },
};

const ignore: Step = {
  name: 'bank line no sale',
  run: async (world, { owner, wallet }, roll) => {
    const lines = wallet.statements.flatMap(({ lines: kept }) => kept ?? []);
    const line = pick(lines, roll);
    if (!line) return;
    const ignored = roll(2) === 0;
    const wanted = oracle.paymentOf(line) ? 'conflict' : null;
    const answer = await ask(world, { owner, roll, wanted }, api.bankStatements.ignore, {
      params: { ...params, id: line.id },
      body: { ignored, note: 'A loan' },
    });
    if (answer) line.ignored = ignored;
  },
};

const throwAway: Step = {
  name: 'bank statement thrown away',
  run: async (world, { owner, wallet }, roll) => {
    const statement = pick(
      wallet.statements.filter(({ lines }) => lines !== null),
      roll,
    );
    if (!statement || roll(2) === 0) return;
    const isRecorded = statement.lines?.some((line) => oracle.paymentOf(line)) ?? false;
    const wanted = isRecorded ? 'conflict' : null;
    const target = { params: { ...params, id: statement.id } };
    if (await ask(world, { owner, roll, wanted }, api.bankStatements.remove, target)) statement.lines = null;
  },
};

/** Each as often as it stands here. */
export const bankSteps: readonly Step[] = [
  upload,
  record,
  record,
  record,
  recordNet,
  foundInStatement,
  ignore,
  throwAway,
];
