import { expect, test } from 'vitest';
import { type BusinessContext, type Memory, NO_MEMORY, type Understanding } from './types.ts';
import { understand } from './understand.ts';

// Messages of owners one after another, and how they are read in the end.

const business: BusinessContext = {
  today: '2026-11-20',
  currency: 'NGN',
  taxRate: 0,
  knownNames: ['Mama Nkechi'],
};

function told(messages: readonly string[]): Understanding {
  let memory: Memory = NO_MEMORY;
  const all = messages.map((message) => {
    const understood = understand(message, memory, business);
    memory = understood.memory;
    return understood;
  });
  return all.at(-1) as Understanding;
}

const linesOf = ({ draft }: Understanding): string[] =>
  (draft?.items ?? []).map(({ quantity, description, rate }) => `${quantity} × ${description} @ ${rate}`);

test.each<[said: string, lines: string[]]>([
  [
    'Mama Nkechi 10 crate coke 4,200, 5 crate fanta same price',
    ['10 × crate coke @ 4200', '5 × crate fanta @ 4200'],
  ],
  [
    'Ify want curtain for 3 windows, 35k each, and rail 6500 per window',
    ['3 × windows of curtain @ 35000', '3 × rail @ 6500'],
  ],
  ['invoice Zenith Hotel: servicing of 12 split ACs at 7,500 each', ['12 × servicing of split ACs @ 7500']],
  ['new invoice for Halima, 3kg ram meat 9k per kilo', ['3 × kg of ram meat @ 9000']],
  [
    'invoice Bola 3 rooms at 45k each, parlour 70k || the paint is separate o, 8 buckets at 22,500',
    ['3 × rooms @ 45000', '1 × parlour @ 70000', '8 × buckets @ 22500'],
  ],
  [
    'invoice Bola 12 pcs casement 48k each, 2 doors 130k each || net 12 pcs 7500 each',
    ['12 × pcs casement @ 48000', '2 × doors @ 130000', '12 × pcs of net @ 7500'],
  ],
  ['quote for Emeka: 50 notes || 700 naira each so 35k', ['50 × notes @ 700']],
  ['ko iwe owo fun Iya Bose, apo iresi meji 80k', ['2 × apo iresi @ 80000']],
  ['Mama Ngozi zuru akpa osikapa ato, puku iri asato otu', ['3 × akpa osikapa @ 80000']],
  ['Malam Bello ya sayi buhun shinkafa uku, dubu tamanin da biyar kowanne', ['3 × buhun shinkafa @ 85000']],
  ['yi wa Danladi invoice: siminti ashirin da biyar 9500 each', ['25 × siminti @ 9500']],
  ['invoice Meta Concepts 3 banners 20k each', ['3 × banners @ 20000']],
  ['invoice Emeka 50 notes at 500 || make it 700 each so 35k', ['50 × notes @ 700']],
  [
    'invoice Emeka 2 chairs at 5k || add 2 tables 5k, delivery 10k',
    ['2 × chairs @ 5000', '2 × tables @ 5000', '1 × delivery @ 10000'],
  ],
  [
    'invoice Tunde console 120k || add polish 20k, two stools 9k 9k',
    ['1 × console @ 120000', '1 × polish @ 20000', '2 × stools @ 9000'],
  ],
  [
    'invoice Tunde dining set 450k || and I go deliver am 15k join',
    ['1 × dining set @ 450000', '1 × delivery @ 15000'],
  ],
  [
    'invoice Bola fabric 20 yards || delivery na 8,000',
    ['20 × yards of fabric @ null', '1 × delivery @ 8000'],
  ],
  ['invoice Bola stage 200k || pastor beg, make am 180', ['1 × stage @ 180000']],
  [
    'invoice Ade 300 layers at 180, call-out fee 15,000, 4 bottles at 6k || reduce the callout to 10k',
    ['300 × layers @ 180', '1 × call-out fee @ 10000', '4 × bottles @ 6000'],
  ],
  [
    'invoice Bola 3 chairs 50k each || Add our 10% service charge',
    ['3 × chairs @ 50000', '1 × service charge (10%) @ 15000'],
  ],
  [
    'invoice Ada jollof 45k, rice 20k, service charge 10%',
    ['1 × jollof @ 45000', '1 × rice @ 20000', '1 × service charge (10%) @ 6500'],
  ],
  [
    'invoice Ada rent 1.2m, agency fee 10% and legal 5%, due friday',
    ['1 × rent @ 1200000', '1 × agency fee (10%) @ 120000', '1 × legal (5%) @ 60000'],
  ],
  ['bill Ade 5 bags cement 9,800 || + 20 blocks 450', ['5 × bags cement @ 9800', '20 × blocks @ 450']],
  ['bill Ade 5 bags cement 9,800 || plus 20 blocks 450', ['5 × bags cement @ 9800', '20 × blocks @ 450']],
  ['bill Ade 20 blocks 450 || make it 30 blocks at 440', ['30 × blocks @ 440']],
  [
    'quote Ada drilling 60 metres at 12k per metre plus casing pipe 40 length 7500 each || E no go reach 60, make am 45 metres',
    ['45 × metres of drilling @ 12000', '40 × length of casing pipe @ 7500'],
  ],
  [
    'invoice Ade drilling 850000, tank stand 240,000 || the tank na 2 o, 240 each',
    ['1 × drilling @ 850000', '2 × tank stand @ 240000'],
  ],
  ['USD 75 for braids for Ada, 20 dollars deposit', ['1 × braids @ 75']],
  ['invoice Bola 3 chairs $50 each || he wants to pay in naira at 1500', ['3 × chairs @ 50']],
  [
    'maintenance for Zenith Hotel 40k every month on the 5th || no make it quarterly, 110k',
    ['1 × maintenance @ 110000'],
  ],
])('"%s"', (said, lines) => {
  expect(linesOf(told(said.split(' || ')))).toEqual(lines);
});

test.each<[said: string, total: number]>([
  [
    'invoice Tunde 120 copies of Mathematics at 3,200 and 120 workbooks at 2,100 || 8% discount on the maths only',
    605_280,
  ],
  ['invoice Bola 3 chairs 50k each || minus 5k bcos he bring person come', 145_000],
  ['invoice Bola 3 chairs 50k each || just invoice the first 40% for now', 150_000],
  ['invoice Tunde rent one million five', 1_500_000],
])('"%s" comes to %d', (said, total) => {
  expect(told(said.split(' || ')).draft?.total).toBe(total);
});

const CHAIRS = 'invoice Bola 3 chairs 50k each || ';

test.each<[said: string, amount: number | null]>([
  ['walahi I forget, she drop 20k', 20_000],
  ['o ti san 25k', 25_000],
  ['o kwuola 70%', 105_000],
  ['he paid 20 last week and 15 today', 35_000],
  ['half payment collected', 75_000],
  ['he paid 20k balance 130k', 20_000],
  ['he don pay 20,000 out of the 150,000', 20_000],
  ['He has agreed to it and paid 100,000', 100_000],
])('"%s" is money that came', (said, amount) => {
  const { draft, asides, memory } = told(`${CHAIRS}${said}`.split(' || '));
  expect([draft?.total, asides.map(({ kind }) => kind), memory.pending?.payment?.amount]).toEqual([
    150_000,
    ['came'],
    amount,
  ]);
});

test.each<[said: string, kind: string | null]>([
  ['make dem pay on or before friday', null],
  ['let him pay before friday', null],
  ['she will pay in two parts, half today half on 15th', 'parts'],
  ['just invoice the first 40% for now', 'deposit_on_invoice'],
])('"%s" is none', (said, kind) => {
  const { draft, asides, memory } = told(`${CHAIRS}${said}`.split(' || '));
  expect([
    linesOf({ draft } as Understanding),
    asides.map((one) => one.kind),
    memory.pending?.payment,
  ]).toEqual([['3 × chairs @ 50000'], kind ? [kind] : [], undefined]);
});

test.each<[said: string, texts: object]>([
  ['put LPO number 00871 for the note', { poNumber: '00871' }],
  ['LPO number is DPK/2026/4471', { poNumber: 'DPK/2026/4471' }],
  ['PO 00987 attn Mrs Daniel', { poNumber: '00987', notes: 'attn Mrs Daniel' }],
  ['put note that price fit change if we hit rock', { notes: 'price fit change if we hit rock' }],
  ['put reason: damaged chairs at 2nd november party', { notes: 'damaged chairs at 2nd november party' }],
  ['warranty 3 months write am join', { notes: 'warranty 3 months' }],
  ['note: ring the bell || put deliver at gate as note', { notes: 'ring the bell. deliver at gate' }],
  ['note: ring the bell || remove the note', { notes: '' }],
])('"%s" stands on the paper', (said, texts) => {
  const changed = told(`${CHAIRS}${said}`.split(' || '));
  expect([changed.draft, linesOf(changed)]).toMatchObject([
    { customerName: 'Bola', dueDate: null, ...texts },
    ['3 × chairs @ 50000'],
  ]);
  const first = `invoice Bola 3 chairs 50k each, PO 4471, due friday. Note: ring the bell`;
  expect(told([first]).draft).toMatchObject({ poNumber: '4471', notes: 'ring the bell', total: 150_000 });
});

test.each<[said: string, does: string, customerName: string]>([
  [`${CHAIRS}create it and invoice her sister Zainab 60k for a shoot`, 'create_invoice', 'Zainab'],
  ['halima paid 15k cash || Record it, and invoice them 60k for tyres', 'record_payment', 'Halima'],
  ['quote Bola 3 chairs 50k each || yes, and invoice Tunde 60k for tyres', 'create_quote', 'Tunde'],
])('"%s" is a yes, and the other invoice waits', (said, does, customerName) => {
  const { intent, does: done, memory } = told(said.split(' || '));
  const { draft } = memory.kept ?? {};
  expect([intent, done, draft?.total]).toEqual(['confirm', does, 60_000]);
  expect(draft?.customerName).toContain(customerName);
});

test('the day on which money came is no due date', () => {
  const { draft, memory } = told(`${CHAIRS}She has already paid 40,000 on the 10th.`.split(' || '));
  expect([draft?.dueDate, memory.pending?.payment?.day]).toEqual([null, '2026-11-10']);
});

test.each(['yes', 'same price', 'ok use that', '40 now'])(
  '"%s" takes the last price that was shown',
  (said) => {
    const { memory } = told(['invoice Bola 3 bags of rice']);
    const pending = memory.pending && { ...memory.pending, lastPrice: 40_000 };
    expect(understand(said, { ...memory, pending }, business).draft?.total).toBe(120_000);
  },
);

test('a change that changes nothing is told', () => {
  const { asides } = told([
    'I teach Ada every saturday, 15,000 per week, bill her automatically',
    'na two dem be so 15k each',
  ]);
  expect(asides).toMatchObject([{ kind: 'unchanged' }]);
});

test.each(['ok send am', 'create and send', 'fine, send on whatsapp', 'o da, send am for whatsapp'])(
  '"%s" makes the invoice and goes on to its sending',
  (said) => {
    expect(told(`${CHAIRS}${said}`.split(' || '))).toMatchObject({
      intent: 'confirm',
      does: 'create_invoice',
      // oxlint-disable-next-line unicorn/no-thenable -- the name of the field on the wire
      filters: { then: 'send_invoice' },
    });
  },
);

test('money that came is no price of a draft that lacks its customer', () => {
  const { draft, asks, memory } = told(['soakaway treatment 30k', 'e don pay 10k e remain 20k']);
  expect([draft?.total, asks, memory.pending?.payment?.amount]).toEqual([30_000, 'customerName', 10_000]);
});

test.each(['leave it like that and save', 'kyau, yi shi', 'to, yi shi', 'ee', 'e se, save'])(
  '"%s" is a yes',
  (said) => {
    expect(told(`${CHAIRS}${said}`.split(' || ')).does).toBe('create_invoice');
  },
);

test('"no leave am, only this one" keeps it', () =>
  expect(told(`${CHAIRS}no leave am, only this one`.split(' || '))).toMatchObject({
    does: null,
    draft: { total: 150_000 },
  }));

test.each([
  ['Did Greenfield pay? || ok. They ordered 60 cupcakes at 750', 'Greenfield'],
  ['did Bola pay? || ok bill am, 2 screens for intercom at 20k', 'Bola'],
  ['Mama Nkechi || 3 perfume', 'Mama Nkechi'],
  ['abeg invoice Bola please', 'Bola'],
  ["invoice for Halima that's contact lens two boxes sixteen thousand naira per box", 'Halima'],
  ["Bola's wedding, band performance 450k, sound system 120k", 'Bola'],
])('"%s" is for %s', (said, customerName) => {
  expect(told(said.split(' || '))).toMatchObject({ intent: 'create_invoice', draft: { customerName } });
});

test.each([
  [
    'he bring 20k, say rest na saturday',
    { intent: 'record_payment', payment: { amount: 20_000 }, asides: [{ kind: 'rest' }] },
  ],
  [
    'tunde don bring 30k cash and halima bring everything',
    { intent: 'record_payment', asides: [{ text: 'halima' }] },
  ],
  [
    'How much does the school owe altogether?',
    { intent: 'outstanding_total', filters: { customerName: 'school' } },
  ],
  [
    'change due date of invoice 12 to friday',
    { intent: 'show_invoice', filters: { invoiceNumbers: ['12'] } },
  ],
  ['bola paid half', { intent: 'record_payment', payment: { amount: null, percent: 50, inFull: false } }],
  ['remind Bola on the 25th', { intent: 'send_reminder', asides: [{ kind: 'later' }] }],
  ['mutane nawa ke bina bashi', { intent: 'outstanding_total', filters: null }],
  ['thanks', { intent: 'help', asides: [{ text: 'You are welcome.' }] }],
  ['ok', { intent: 'help', asides: [{ text: 'All right.' }] }],
])('"%s"', (said, meant) => {
  expect(told([said])).toMatchObject(meant);
});

test.each([
  ['how much does Bola owe || O ti san 60k', { intent: 'record_payment', filters: { customerName: 'Bola' } }],
  ['how much does Bola owe || add 5k to it', { intent: 'show_invoice', asides: [{ kind: 'made' }] }],
  [
    'rent for Bola 60k every month || yes || make it 70k',
    { intent: 'list_plans', asides: [{ kind: 'made' }] },
  ],
  ['rent for Bola 60k every month || yes || when is the first one going out?', { intent: 'list_plans' }],
  [
    'rent for Bola 60k every month || yes || stop it, they have closed',
    { intent: 'change_plan', change: 'end' },
  ],
  ['quote Bola 3 chairs 50k each || yes || delete that quote, they cancelled', { intent: 'change_quote' }],
  ['bola paid 20k transfer || Ada say make I give her till next month', { intent: 'ambiguous' }],
  ['invoice Bola 3 chairs 50k each || nawa ne duka?', { intent: 'edit_draft', draft: { total: 150_000 } }],
  ['invoice Bola 3 chairs 50k each || add 101% VAT', { draft: { taxRate: 101 } }],
  [
    `invoice Bola 3 chairs 50k each || Tolu missed two, so 2 chairs please`,
    { draft: { customerName: 'Bola' } },
  ],
  [
    'invoice Bola 3 chairs 50k each || he can pay in two parts, half now half month end',
    { asides: [{ kind: 'parts' }] },
  ],
])('"%s" is of what was spoken of', (said, meant) => {
  expect(told(said.split(' || '))).toMatchObject(meant);
});

test.each(['nawa ya rage', 'elo lo ku', 'what is left'])(
  '"%s" is asked of the customer spoken of',
  (said) => {
    expect(told(['how much does Bola owe', said])).toMatchObject({
      intent: 'outstanding_total',
      filters: { customerName: 'Bola' },
    });
  },
);

test('a price without its thousand is offered in both ways, unless it was told as naira', () => {
  expect(told(['tv console 120 for Tunde'])).toMatchObject({
    asks: 'choice',
    draft: { total: 120 },
    memory: { pending: { other: { total: 120_000 } } },
  });
  expect(told(['invoice Bola 1 biro at 120 naira'])).toMatchObject({ asks: null, draft: { total: 120 } });
});

test.each([
  ['also one-off, replace hard disk 48,000 for them', 48_000],
  ['also bill them 25k for the tenancy agreement', 25_000],
])('work that comes once, "%s", is no part of what repeats, and waits', (said, total) => {
  const { plan, draft, asides, memory } = told([
    'maintenance for Zenith Hotel 40k every month on the 5th',
    said,
  ]);
  expect([plan?.on, draft?.total, asides.map(({ kind }) => kind)]).toEqual([5, 40_000, ['second']]);
  expect(memory.kept?.draft).toMatchObject({ customerName: 'Zenith Hotel', total });
});

test.each([
  ['stop it after June', { ends: '2027-06-30' }],
  ['and it should stop after the June one', { ends: '2027-06-30' }],
  ['first one today', { starts: '2026-11-20' }],
])('"%s" is of the days of what repeats', (said, plan) => {
  expect(
    told(['Monthly retainer for Greenfield School, 150k, first one on 15 December', said]),
  ).toMatchObject({
    plan: { every: 1, unit: 'month', ...plan },
    draft: { items: [{ description: 'Monthly retainer' }] },
  });
});

test.each(['yes cancel it', 'yes, cancel'])('"%s" is a yes to the deleting of an invoice', (said) => {
  expect(told(['delete invoice 12', said])).toMatchObject({ intent: 'confirm', does: 'delete_invoice' });
});

test('an address that is there already is no change of the draft', () => {
  const address =
    'invoice Bola, bola@x.example, 3 chairs 50k each || create it and send it to bola@x.example';
  expect(told(address.split(' || '))).toMatchObject({ does: 'create_invoice' });
});

test.each([
  ['bill Chinedu for tax filing 80,000, he has paid 30,000 of it', 30_000],
  ['invoice Ada braids 75k, she paid 20k deposit', 20_000],
  ['Ada wedding 75,000 package, she paid 50% deposit', 37_500],
  ['invoice Ada 75k for braids, 20k deposit already paid', 20_000],
  ['bill Ada braids 75k, she has paid half', 37_500],
  ['invoice Ada braids 75k, she paid 20k cash and the rest friday', 20_000],
])('"%s" has what came kept', (said, amount) => {
  const { memory } = told([said]);
  expect(memory.pending?.payment).toMatchObject({ amount, inFull: false, day: '2026-11-20' });
});

test.each([
  ['make me a payment link for 20k', null],
  ['send Ada a link to pay 15k for braids', 'Ada'],
])('a link is nobody: %s', (message, name) => expect(told([message]).draft?.customerName).toBe(name));

test('a share of lines without prices is said to be left out', () => {
  const { draft, asks, asides } = told(['invoice Ada 3 chairs, service charge 10%']);
  expect([draft?.items.length, asks, asides]).toEqual([
    1,
    'rate',
    [{ kind: 'unclear', text: 'service charge 10%' }],
  ]);
});

test.each([
  'Bola 10 carton biscuit 6k each, Mary 5 carton biscuit 6k each',
  "Bola's invoice: 10 cartons of biscuits 6k each. Mary's: 5 cartons of biscuits 6k each",
  'Bola: 10 cartons of biscuits 6k each\nMary: 5 cartons of biscuits 6k each',
])('a second customer has an invoice of their own: %s', (message) => {
  const { draft, memory } = told([message]);
  expect([
    draft?.customerName,
    draft?.total,
    memory.kept?.draft?.customerName,
    memory.kept?.draft?.total,
  ]).toEqual(['Bola', 60_000, 'Mary', 30_000]);
});

test('money told of while a sending is open is no invoice to send', () => {
  expect(told(['send invoice 12', 'he paid it this evening'])).toMatchObject({ intent: 'record_payment' });
});

test('what is left is told of no reading that nobody chose, nor of a price that is missing', () => {
  const priced = ['tv console 120 for Tunde', 'he don pay 50', 'how much remain'];
  expect(told(priced).asides.map(({ kind }) => kind)).not.toContain('left');
  expect(told(['invoice Bola 20 cartons of water', 'she paid 5k', 'how much bola dey owe now']).intent).toBe(
    'outstanding_total',
  );
});

test('goods told of while money is asked about are an invoice, and the money waits', () => {
  expect(told(['halima bring 15k', 'she also do wheel alignment 12k and balancing 8k'])).toMatchObject({
    intent: 'create_invoice',
    draft: { customerName: 'Halima', total: 20_000 },
    asides: [{ kind: 'unrecorded', text: '15,000 from Halima' }],
    memory: { kept: { action: 'record_payment', payment: { amount: 15_000 } } },
  });
});
