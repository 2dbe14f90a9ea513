import { createHash } from 'node:crypto';
import type { StatementLine, StatementReading } from '#core/bank-statement/model.ts';
import { addDays, dateIn, plusMs } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { fill } from '#core/fill.ts';
import { majorToMinor, minor } from '#core/money.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { importStatement } from '#server/modules/bank-statements/commands/import.ts';
import { recordMatches } from '#server/modules/bank-statements/commands/record.ts';
import { setLineAside } from '#server/modules/bank-statements/commands/set-aside.ts';
import { linesBy } from '#server/modules/bank-statements/queries/lines.ts';
import { addClaim, confirmClaim, dismissClaim } from '#server/modules/payments/commands/claims.ts';
import { giveBack } from '#server/modules/payments/commands/give-back.ts';
import { recordOffline } from '#server/modules/payments/commands/offline.ts';
import { createSale } from '#server/modules/pos/commands.ts';
import { type Bill, type DemoEvent, sendBill } from './dunning.ts';

const currency = 'NGN' as const;

/** A bill sent so many days ago, due two weeks later. */
const bills = {
  school: bill(60, 240_000, 'Prize-giving lunch', 'Coal City Schools', 'bursar@coalcityschools.example'),
  clinic: bill(52, 92_000, 'Staff lunch, one week', 'Holy Rosary Clinic', 'accounts@holyrosary.example'),
  trader: bill(25, 130_000, 'Shop opening', 'Amara Nwosu', 'amara.nwosu@mail.example'),
  street: bill(9, 118_000, 'End-of-year party', 'Trans-Ekulu Residents', 'chair@trans-ekulu.example'),
  club: bill(12, 64_000, 'Birthday of a member', 'Enugu Chess Club', 'club@enugu-chess.example'),
  studio: bill(11, 45_000, 'Lunch for the crew', 'Uwani Film Studio', 'crew@uwani-film.example'),
  kiosk: bill(6, 27_500, 'Small chops, 2 trays', 'Mr Ifeanyi Ude', 'ifeanyi.ude@mail.example'),
  guest: bill(21, 38_000, 'Meat pies, 200', 'Ngwo Guest House', 'desk@ngwo-guest.example'),
};
type BillName = keyof typeof bills;

function bill(
  sent: number,
  naira: number,
  title: string,
  name: string,
  email: string,
): Bill & { sent: number } {
  return { sent, naira, title, name, email, phone: null };
}

/** The end of a line: money of a bill, of a payment that was typed before, no sale, of a provider, or nothing yet. */
type Fate =
  | { of: 'bill' | 'typed'; bill: BillName }
  | { of: 'nobody'; note: string }
  | { of: 'provider' }
  | null;
type Line = { ago: number; naira: number; words: string; bill?: BillName; fate: Fate };
type Statement = { uploaded: number; opening: number; lines: readonly Line[] };

const statements: readonly Statement[] = [
  {
    uploaded: 33,
    opening: 412_300,
    lines: [
      { ago: 50, naira: 240_000, words: 'NIP/COAL CITY SCHOOLS/{number}', ...paid('school') },
      { ago: 47, naira: -86_000, words: 'TRF TO OGBETE MARKET WOMEN', fate: null },
      { ago: 44, naira: 150_000, words: 'COOPERATIVE LOAN DISBURSED', fate: { of: 'nobody', note: 'Loan' } },
      { ago: 41, naira: 92_000, words: 'NIP/HOLY ROSARY CLINIC', fate: { of: 'typed', bill: 'clinic' } },
      { ago: 36, naira: -18_500, words: 'POS PURCHASE FILLING STATION', fate: null },
    ],
  },
  {
    uploaded: 2,
    opening: 789_800,
    lines: [
      { ago: 18, naira: 70_000, words: 'TRF FROM AMARA NWOSU', ...paid('trader') },
      { ago: 12, naira: 96_450, words: '{provider} SETTLEMENT', fate: { of: 'provider' } },
      { ago: 8, naira: -240_000, words: 'TRF TO GENERATOR HIRE', fate: null },
      { ago: 4, naira: 118_000, words: 'NIP/TRANS EKULU RESIDENTS/{number}', bill: 'street', fate: null },
      { ago: 3, naira: 35_000, words: 'NIP FRM CHUKWUEMEKA', fate: null },
    ],
  },
];

function paid(name: BillName): Pick<Line, 'bill' | 'fate'> {
  return { bill: name, fate: { of: 'bill', bill: name } };
}

type Sent = { id: string; number: string; total: number };
/** Known to the later events: bills that were sent, payments typed and alerts shown, by bill. */
type Made = {
  sent: Partial<Record<BillName, Sent>>;
  typed: Partial<Record<BillName, string>>;
  claims: Partial<Record<BillName, string>>;
};

/** Money of the demo that came past the provider: two bank statements, alerts, cash at the shop, change given back. */
export function bankEvents(now: Date, provider: string): DemoEvent[] {
  const made: Made = { sent: {}, typed: {}, claims: {} };
  const at = (ago: number) => plusMs(now, -ago * DAY_MS);
  const event = (ago: number, happen: (ctx: Ctx) => Promise<unknown>): DemoEvent => ({
    at: at(ago),
    happen: async (ctx) => void (await happen(ctx)),
  });
  return [
    ...(Object.keys(bills) as BillName[]).map((name) =>
      event(bills[name].sent, async (ctx) => {
        made.sent[name] = await sendBill(ctx, bills[name], addDays(dateIn(ctx.now), 14));
      }),
    ),
    ...statements.map((statement) =>
      event(statement.uploaded, (ctx) => uploadStatement(ctx, statement, { made, provider, now })),
    ),
    event(42, async (ctx) => {
      made.typed.clinic = await typed(ctx, made, 'clinic', { method: 'bank_transfer', seen: 'bank' });
    }),
    ...alerts(made, event),
    event(9.5, sellAtTheShop),
    event(15, async (ctx) => {
      const id = await typed(ctx, made, 'guest', { method: 'cash', over: 2_000 });
      const amount = majorToMinor(2_000);
      await giveBack(ctx, { currency, id, amount, day: dateIn(ctx.now), reason: 'Their change' });
    }),
  ];
}

// One was seen in the bank, one never came, and one waits.
function alerts(
  made: Made,
  event: (ago: number, happen: (ctx: Ctx) => Promise<unknown>) => DemoEvent,
): DemoEvent[] {
  const shown = (ago: number, name: BillName) =>
    event(ago, async (ctx) => {
      const { id: invoiceId, total } = sentBill(made, name);
      const alert = { currency, invoiceId, amount: minor(total), day: dateIn(ctx.now), note: 'SMS alert' };
      made.claims[name] = (await addClaim(ctx, alert)).id;
    });
  const claim = (name: BillName) => ({ currency, id: made.claims[name] ?? '' });
  return [
    shown(7, 'club'),
    event(6.5, (ctx) => confirmClaim(ctx, claim('club'), {})),
    shown(5, 'studio'),
    event(3.5, (ctx) => dismissClaim(ctx, claim('studio'))),
    shown(0.2, 'kiosk'),
  ];
}

async function sellAtTheShop(ctx: Ctx): Promise<void> {
  const amount = majorToMinor(6_500);
  const sale = await createSale(ctx, { amount, currency, words: 'Two plates of jollof', customerId: null });
  await recordOffline(ctx, { currency, invoiceId: sale.id, amount, day: dateIn(ctx.now), method: 'cash' });
}

type Typed = { method: 'cash' | 'bank_transfer'; seen?: 'bank'; over?: number };

/** Records a bill as paid by hand, `over` naira beyond it kept as credit; gives the payment's id. */
async function typed(ctx: Ctx, made: Made, name: BillName, { over = 0, ...way }: Typed): Promise<string> {
  const { id: invoiceId, total } = sentBill(made, name);
  const { id } = await recordOffline(ctx, {
    ...way,
    currency,
    invoiceId,
    amount: minor(total + majorToMinor(over)),
    day: dateIn(ctx.now),
    keepRestAsCredit: over > 0,
  });
  return id;
}

function sentBill({ sent }: Made, name: BillName): Sent {
  const found = sent[name];
  if (!found) throw new Error(`the bill of ${name} is settled before it was sent`);
  return found;
}

type World = { made: Made; provider: string; now: Date };

async function uploadStatement(ctx: Ctx, statement: Statement, world: World): Promise<void> {
  const { made } = world;
  const reading = readingOf(statement, world);
  const rows = statement.lines.map((line, at) => ({ ...line, row: at + 2 }));
  const { id } = await importStatement(ctx, {
    currency,
    bankName: 'Zenith Bank',
    last4: '4471',
    fileName: `statement-${dateIn(ctx.now)}.csv`,
    sha256: createHash('sha256').update(JSON.stringify(reading.lines)).digest('hex'),
    reading,
    settlements: new Set(rows.filter(({ fate }) => fate?.of === 'provider').map(({ row }) => row)),
  });
  const kept = await linesBy(ctx.tx, ctx.actor.businessId, { statementId: id });
  const lineIdOf = new Map(kept.map((line) => [line.position, line.id]));
  for (const { row, naira, fate } of rows) {
    const lineId = lineIdOf.get(row) ?? '';
    if (fate?.of === 'nobody')
      await setLineAside(ctx, { currency, id: lineId }, { ignored: true, note: fate.note });
    if (fate?.of !== 'bill' && fate?.of !== 'typed') continue;
    const share = { invoiceId: sentBill(made, fate.bill).id, amount: majorToMinor(naira) };
    const match =
      fate.of === 'typed'
        ? { lineId, allocations: [], paymentId: made.typed[fate.bill] }
        : { lineId, allocations: [share] };
    await recordMatches(ctx, { currency, id }, [match]);
  }
}

function readingOf({ opening, lines }: Statement, { made, provider, now }: World): StatementReading {
  let balance = majorToMinor(opening);
  return {
    currency,
    headings: [],
    columns: {},
    dateOrder: 'day_first',
    question: null,
    lines: lines.map(({ ago, naira, words, bill: name }, at): StatementLine => {
      const amount = majorToMinor(naira);
      balance = minor(balance + amount);
      const number = name ? sentBill(made, name).number : '';
      const narration = fill(words, { number, provider: provider.toUpperCase() });
      const day = dateIn(plusMs(now, -ago * DAY_MS));
      return { row: at + 2, day, amount, narration, payer: '', reference: '', balance };
    }),
    breaks: [],
    unreadable: [],
    sample: [],
  };
}
