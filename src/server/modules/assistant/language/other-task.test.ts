import { expect, test } from 'vitest';
import { type BusinessContext, NO_MEMORY } from './types.ts';
import { understand } from './understand.ts';

const business: BusinessContext = { today: '2026-11-20', currency: 'NGN', taxRate: 0, knownNames: [] };
const { memory } = understand('Invoice Bola for 2 cakes at 5k each, due tomorrow', NO_MEMORY, business);

test.each([
  'add customer Bola',
  'save customer Bola',
  'add Bola as a customer',
  'create customer Bola',
  'register the client',
])('while an invoice for Bola is open, "%s" is no yes to it', (message) => {
  expect(understand(message, memory, business).intent).not.toBe('confirm');
});

test.each(['create it', 'yes, save the customer and create the invoice', 'ok save am'])(
  '"%s" is',
  (message) => {
    expect(understand(message, memory, business)).toMatchObject({
      intent: 'confirm',
      does: 'create_invoice',
    });
  },
);

test('an invoice to write off is none to write, and a count is no price', () => {
  expect(understand('write off Okon Bassey dollar invoice', NO_MEMORY, business)).toMatchObject({
    intent: 'write_off',
    filters: { customerName: 'Okon Bassey', currency: 'USD' },
  });
  for (const knownNames of [[], ['Iya Tunde']])
    expect(understand('bill Iya Tunde 3 indomie', NO_MEMORY, { ...business, knownNames })).toMatchObject({
      draft: { customerName: 'Iya Tunde', items: [{ description: 'indomie', quantity: 3, rate: null }] },
      asks: 'rate',
    });
});

test.each([
  ['new invoice for Mary 5k bread', { intent: 'create_invoice', draft: { customerName: 'Mary' } }],
  ['send reminder to Ngozi', { intent: 'send_reminder', filters: { customerName: 'Ngozi' } }],
  ['hello', { intent: 'help' }],
])('while an invoice for Bola is open, "%s" is no change of its contents', (message, meant) => {
  const understood = understand(message, memory, business);
  expect(understood).toMatchObject(meant);
  if (understood.draft?.customerName === 'Bola') expect(understood.draft).toEqual(memory.pending?.draft);
});

test.each(['who is Ngozi', "what is Ngozi's phone number", 'what is VAT', 'wetin be Ngozi number'])(
  'while an invoice for Bola is open, "%s" changes nothing of it',
  (question) => {
    const { intent, draft } = understand(question, memory, business);
    expect([intent === 'edit_draft', draft]).toEqual([false, null]);
  },
);

test.each([
  'add 5k to invoice 4',
  'copy invoice 4 for Bola',
  'split invoice 3 into two',
  'download invoice 4',
  'print invoice 4',
])('"%s" shows it, and makes no other one', (message) => {
  for (const open of [NO_MEMORY, memory])
    expect(understand(message, open, business)).toMatchObject({
      intent: 'show_invoice',
      filters: { invoiceNumbers: [/invoice (\d)/.exec(message)?.[1]] },
      draft: null,
    });
});

test.each([
  ['remove rice from invoice 5', { invoiceNumbers: ['5'] }],
  ['cancel the discount on invoice 4', { invoiceNumbers: ['4'] }],
  ["remove delivery from Ngozi's invoice", { customerName: 'Ngozi' }],
  ["change Ngozi's invoice to 20k", { customerName: 'Ngozi' }],
])('"%s" neither deletes nor makes one', (message, filters) => {
  for (const open of [NO_MEMORY, memory])
    expect(understand(message, open, business)).toMatchObject({ intent: 'show_invoice', filters });
});

test.each([
  'Ngozi phone number',
  'ngozi number',
  'give me Ngozi email',
  'phone number of Ngozi',
  'change Ngozi number',
])('"%s" is answered, and the open card stays as it is', (message) => {
  for (const open of [NO_MEMORY, memory]) {
    const understood = understand(message, open, business);
    expect(understood).toMatchObject({
      intent: 'list_customers',
      filters: { search: expect.stringMatching(/^ngozi$/i) },
      draft: null,
    });
    expect(understood.memory.pending).toEqual(open.pending);
  }
});

test.each([
  ['Bisi suppose pay me 3k for soap', 'Bisi'],
  ['Bisi owes me 3k for soap', 'Bisi'],
  ['Mama Chidi took 2 bags of rice at 45k each', 'Mama Chidi'],
  ['Kunle 2 bags cement 9k, separate invoice', 'Kunle'],
])('beside an open card or not, "%s" is an invoice of its own', (message, customerName) => {
  const alone = understand(message, NO_MEMORY, business);
  expect(alone).toMatchObject({ intent: 'create_invoice', draft: { customerName } });
  expect(understand(message, memory, business).draft).toEqual(alone.draft);
});

test.each([
  ['when will Ngozi pay', 'outstanding_total', { customerName: 'Ngozi' }],
  ['when is Ngozi payment due', 'outstanding_total', { customerName: 'Ngozi' }],
  ['when Ngozi go pay', 'outstanding_total', { customerName: 'Ngozi' }],
  ['when is invoice 4 due', 'show_invoice', { invoiceNumbers: ['4'] }],
  ['when did Ngozi pay', 'list_invoices', { customerName: 'Ngozi', status: 'paid' }],
])('beside an open card or not, "%s" bills nobody', (message, intent, filters) => {
  for (const open of [NO_MEMORY, memory])
    expect(understand(message, open, business)).toMatchObject({ intent, filters, draft: null });
});

test.each([
  ['Ngozi paid me 30k cash', 'cancel invoice 3', 'delete_invoice'],
  ['send invoice 3 to Ngozi', 'give Ngozi 5% discount on invoice 2', 'show_invoice'],
  ['send invoice 3 to Ngozi', 'I sold 20 yards of ankara to Bisi for 3500 per yard', 'create_invoice'],
])('after "%s", "%s" is another task', (first, then, intent) => {
  const asked = understand(first, NO_MEMORY, business);
  expect(understand(then, asked.memory, business)).toMatchObject({ intent });
});

test.each([
  ["don't delete invoice 4", {}],
  ['abeg no send invoice 4 again', {}],
  ["don't bill Ngozi 5k", {}],
  ["don't remind Ngozi", { filters: { customerName: 'Ngozi' } }],
  ['stop reminding Ngozi', { filters: { customerName: 'Ngozi' } }],
])('"%s" proposes nothing', (message, named) => {
  expect(understand(message, NO_MEMORY, business)).toMatchObject({ intent: 'cancel', ...named });
});

test.each([
  ["don't remind Ngozi", 'ambiguous', null],
  ["don't delete invoice 4", 'ambiguous', null],
  ['no send am', 'cancel', null],
  ['he go pay month end', 'edit_draft', { dueDate: '2026-11-30' }],
  ['do you think Arsenal can win it this season?', 'off_topic', null],
  [
    'please do a quotation for the Rotary Club, eye screening, 200 people at 1500 each',
    'create_quote',
    { customerName: 'Rotary Club' },
  ],
])('while an invoice for Bola is open, "%s" is %s', (message, intent, draft) => {
  const understood = understand(message, memory, business);
  expect(understood).toMatchObject({ intent, draft });
});

test('all the rice is of the rice alone', () => {
  const two = understand(
    'Invoice Bola 3 bags of rice at 15k and delivery 2k, due tomorrow',
    NO_MEMORY,
    business,
  );
  expect(understand('all the rice is 60k', two.memory, business).draft?.items).toMatchObject([
    { quantity: 3, rate: 20_000 },
    { description: 'delivery', rate: 2000 },
  ]);
});

test('while an invoice for Bola is open, it is sent once it is made', () => {
  const { intent, filters } = understand('send it on whatsapp', memory, business);
  expect([intent, filters?.then, filters?.channels]).toEqual(['edit_draft', 'send_invoice', ['whatsapp']]);
});

test.each([
  ['good morning', 'help'],
  ['overdue', 'list_invoices'],
  ['Bola has paid for invoice 4', 'record_payment'],
  ['refund Ada 5k', 'withdraw'],
  ['give Bola 5k refund', 'withdraw'],
  ['refund mama chidi 10k', 'withdraw'],
  ['mama chidi wants a refund', 'withdraw'],
  ['duplicate the last invoice', 'show_invoice'],
  ["what is Tunde's phone number", 'list_customers'],
])('with nothing open, "%s" is %s', (message, intent) => {
  expect(understand(message, NO_MEMORY, business).intent).toBe(intent);
});

const lines = understand(
  'Invoice Bola for 10 meatpies at 500, terminal 320k, 3 days of hire at 15k',
  NO_MEMORY,
  business,
);

test.each([
  ['the meatpies na 600', { quantity: 10, rate: 600 }],
  ['they want 5 days now', { quantity: 5, rate: 15_000 }],
  ['price go up to 520 then', { quantity: 10, rate: 520 }],
])('"%s" is of the line and the figure that it can be of', (message, line) => {
  const { draft, asks } = understand(message, lines.memory, business);
  expect([
    draft?.items.length,
    draft?.items.some((one) => one.quantity === line.quantity && one.rate === line.rate),
    asks,
  ]).toEqual([3, true, null]);
});

test('a figure that only its thousand can be is taken for thousands', () => {
  expect(understand('terminal na 350', lines.memory, business)).toMatchObject({
    asks: null,
    draft: { items: [{}, { rate: 350_000 }, {}] },
  });
});

test('what is added while a price is asked for is another line', () => {
  const asked = understand('Invoice Bola for 5 trays of jollof', NO_MEMORY, business);
  expect(understand('add 2 coolers of soup 12k each', asked.memory, business).draft?.items).toMatchObject([
    { quantity: 5, rate: null },
    { quantity: 2, rate: 12_000 },
  ]);
  expect(understand('eh, 8 trays', asked.memory, business).draft?.items).toMatchObject([
    { quantity: 8, rate: null },
  ]);
});

test.each(['she don pay 5k', 'they paid 5k deposit already', 'he gave me 5k', 'he paid half'])(
  'while an invoice for Bola is open, "%s" is kept until it is made',
  (message) => {
    const { intent, draft, asides, memory: next } = understand(message, memory, business);
    expect([intent, draft, asides]).toEqual([
      'edit_draft',
      memory.pending?.draft,
      [{ kind: 'came', text: message }],
    ]);
    expect(next.pending).toMatchObject({ action: 'create_invoice', payment: { amount: 5000 }, asks: null });
  },
);

const dear = understand('Invoice Bola for a 6 seater dining set 450k', NO_MEMORY, business);

test.each([
  ['she drop 20k', { amount: 20_000 }],
  ['no she paid 40k only', { amount: 40_000 }],
  ['she pay cash 100k balance next week', { amount: 100_000, method: 'cash' }],
  ['he gave me 70% already', { amount: 315_000 }],
  ['she don pay 300 advance', { amount: 300_000 }],
  ['Bola has transferred 200,000 this morning', { amount: 200_000, method: 'bank_transfer' }],
  ['he don pay everything', { amount: null, inFull: true }],
  ['she paid already', { amount: null, inFull: true }],
])('"%s" beside a draft of 450,000 is money that came', (message, payment) => {
  const { intent, asides, memory: next } = understand(message, dear.memory, business);
  expect([intent, asides]).toEqual(['edit_draft', [{ kind: 'came', text: message }]]);
  expect(next.pending).toMatchObject({ action: 'create_invoice', payment });
});

test.each([
  ['bill Halima 3 bags onions 45k each, she paid 100k', { amount: 100_000, inFull: false }],
  ['hajiya Zainab take 3 bags of onions 45k each, ta biya 100k', { amount: 100_000, inFull: false }],
])('"%s" has its money kept', (message, payment) => {
  const { draft, memory: next } = understand(message, NO_MEMORY, business);
  expect([draft?.total, next.pending?.payment]).toMatchObject([135_000, payment]);
});

test('of two invoices in one message the first is read, and the other told to be left', () => {
  const both = 'invoice Bola 2 cakes 5k each and another invoice for Emeka, 3 chairs at 10k each';
  const { draft, asides } = understand(both, NO_MEMORY, business);
  expect([draft?.customerName, draft?.total]).toEqual(['Bola', 10_000]);
  expect(asides).toEqual([{ kind: 'second', text: 'and another invoice for Emeka, 3 chairs at 10k each' }]);
  expect(understand('fifteen thousand for a screen, bill Precious', NO_MEMORY, business)).toMatchObject({
    draft: { customerName: 'Precious', total: 15_000 },
    asides: [],
  });
});

test.each([
  ['do 2 rooms for Mrs Eze, 45k each, and her kitchen for 30k', 120_000],
  ['Treated 300 layers at Ade Farms, 180 naira a bird, plus call-out fee 15,000', 69_000],
  ['Yam 200 tubers 1,500, Chinedu', 300_000],
])('"%s" leaves no money out, and offers no price that cannot be', (message, total) => {
  const { draft, asks } = understand(message, NO_MEMORY, business);
  expect([draft?.total, asks]).toEqual([total, null]);
});

test('an agreement is no name, and a paper no goods', () => {
  expect(understand('ok. They ordered 60 cupcakes at 750', NO_MEMORY, business).asks).toBe('customerName');
  expect(understand('Quotation', NO_MEMORY, business)).toMatchObject({ draft: null, asks: 'customerName' });
});

test('paid and more to come is a payment', () =>
  expect(understand('Tunde paid 20k and will pay the rest on saturday', NO_MEMORY, business)).toMatchObject({
    intent: 'record_payment',
    payment: { amount: 20_000 },
    asides: [{ kind: 'rest' }],
  }));

test.each(['Tunde paid the rest by transfer, 177000', 'Tunde don pay the balance by transfer, 177000'])(
  'of "%s" nothing is still to come',
  (message) =>
    expect(understand(message, NO_MEMORY, business)).toMatchObject({
      intent: 'record_payment',
      payment: { amount: 177_000 },
      asides: [],
    }),
);

test.each([
  ['they go pay 3 times, monthly', '3 times'],
  ['he wan pay 100k now, 100k next week', '100k now, 100k'],
  ['forget am. due friday', null],
])('"%s" changes no line', (message, text) => {
  const { draft, asides } = understand(message, dear.memory, business);
  expect(draft?.items).toEqual(dear.draft?.items);
  expect(asides.flatMap((aside) => (aside.kind === 'parts' ? aside.text : []))).toEqual(text ? [text] : []);
});

test.each([
  ['round am to 300', 300_000],
  ['he said last price 310k', 310_000],
  ['5 people don comot', null],
])('"%s" is of everything or takes some away', (message, total) => {
  const { memory: open } = understand('Invoice Bola 15 seats 20k each, hall 25k', NO_MEMORY, business);
  const { draft } = understand(message, open, business);
  if (total) expect([draft?.total, draft?.discount?.type]).toEqual([total, 'amount']);
  else expect(draft?.items ?? open.pending?.draft?.items).not.toMatchObject([{ quantity: 5 }, {}]);
});

test.each(['beeni', 'ngwa create am', 'na gode, create', 'eh haka ne', 'ok create only this one', 'gud'])(
  '"%s" is a yes',
  (message) => expect(understand(message, memory, business).does).toBe('create_invoice'),
);

test.each(['he go pay 20k now remaining month end', 'she never pay 20k', 'she will drop 20k tomorrow'])(
  '"%s" is none that came, and no price',
  (message) => {
    const { draft, memory: next } = understand(message, dear.memory, business);
    expect(next.pending?.payment).toBeUndefined();
    expect(draft?.items ?? dear.draft?.items).toEqual(dear.draft?.items);
  },
);

test('an invoice of which it is said that it is paid has its money kept', () => {
  const said = 'sold perfume oil 12 bottles 4500 each to aunty Bisi she paid cash';
  const { draft, memory: next } = understand(said, NO_MEMORY, business);
  expect([draft?.total, next.pending?.payment]).toMatchObject([54_000, { inFull: true, method: 'cash' }]);
});

test.each([
  ['the terminal', [{}, { rate: 35_000 }, {}], []],
  ['10 meatpies at 550', [{ rate: 550 }, { rate: 320_000 }, {}], [{ kind: 'unclear', text: '35k' }]],
])('a figure for no line that is known is for "%s", or said to be left out', (answer, items, asides) => {
  const asked = understand('35k', lines.memory, business);
  expect(asked.asks).toBe('items');
  const then = understand(answer, asked.memory, business);
  expect([then.asks, then.asides]).toEqual([null, asides]);
  expect(then.draft?.items).toMatchObject(items);
});

test('goods that join are another line, and goods that come back are fewer', () => {
  const water = understand('invoice Bola 200 bags pure water 350 each', NO_MEMORY, business);
  const joined = understand('50 crates bottle water join, 1800 per crate', water.memory, business);
  expect(joined.draft?.items).toMatchObject([{ quantity: 200 }, { quantity: 50, rate: 1800 }]);
  expect(understand('she return 20 bags of pure water', joined.memory, business).draft?.items).toMatchObject([
    { quantity: 180 },
    { quantity: 50 },
  ]);
});

test('when it is due is a question about the open invoice', () =>
  expect(understand('abeg which day be due date', memory, business)).toMatchObject({
    intent: 'edit_draft',
    draft: memory.pending?.draft,
  }));

test('other work is no sum of the payment that waits, and a yes to how much is all of it', () => {
  const { memory: waits } = understand('Halima paid 15k', NO_MEMORY, business);
  const work = understand('she also do wheel alignment 12k and balancing 8k today', waits, business);
  expect(work.payment).toBeUndefined();
  const { memory: open } = understand('Halima paid me', NO_MEMORY, business);
  const asked = open.pending && { ...open, pending: { ...open.pending, asks: 'amount' as const } };
  expect(understand('yes', asked ?? open, business).payment).toMatchObject({ amount: null, inFull: true });
});

test('"just do the delivery" is no yes to everything', () => {
  const { memory: open } = understand('Invoice Bola for a cake 5k and delivery 2k', NO_MEMORY, business);
  expect(understand('just do the delivery', open, business).does).toBeNull();
  expect(understand('just do it', open, business).does).toBe('create_invoice');
});

test.each(['take 70% deposit', 'he will pay 60% upfront'])('"%s" takes nothing off an invoice', (message) => {
  expect(understand(message, memory, business)).toMatchObject({
    draft: { discount: null, items: memory.pending?.draft?.items },
    asides: [{ kind: 'deposit_on_invoice' }],
  });
});

test('the same for somebody else is another invoice, while one is open and when it was made', () => {
  const other = {
    intent: 'create_invoice',
    draft: { customerName: 'Emeka', items: [{ quantity: 3, rate: 5000 }] },
  };
  expect(understand('same for Emeka but 3', memory, business)).toMatchObject(other);
  const made = { ...NO_MEMORY, made: memory.pending ?? undefined };
  expect(understand('do the same for Emeka but 3', made as typeof NO_MEMORY, business)).toMatchObject(other);
  const reached = understand('her number na 08031234567', memory, business).memory.pending;
  expect(
    understand('do am again with 9k', { ...NO_MEMORY, made: reached } as typeof NO_MEMORY, business),
  ).toMatchObject({
    draft: { customerName: 'Bola', customerPhone: '+2348031234567', items: [{ quantity: 2, rate: 9000 }] },
  });
});

test.each([
  [
    'they have accepted, turn it to invoice',
    'create_quote',
    { intent: 'convert_quote', filters: { customerName: 'Bola' } },
  ],
  ['stop it', 'create_plan', { intent: 'change_plan', filters: { customerName: 'Bola' } }],
  ['send', 'create_invoice', { intent: 'send_invoice', filters: { customerName: 'Bola' } }],
  [
    'how much remain for am?',
    'record_payment',
    { intent: 'outstanding_total', filters: { customerName: 'Bola' } },
  ],
] as const)('"%s" is of what was just done', (message, intent, meant) => {
  const last = { intent, filters: null, customerName: 'Bola' };
  expect(understand(message, { pending: null, last }, business)).toMatchObject(meant);
});

test('the money of a second customer is told to be another payment', () => {
  expect(
    understand('I have collected 45k from Tunde and 20k from Halima', NO_MEMORY, business),
  ).toMatchObject({
    intent: 'record_payment',
    filters: { customerName: 'Tunde' },
    asides: [{ kind: 'rest', text: '20k from Halima' }],
  });
});

test('what is counted is no money that came', () => {
  const paid = understand('Mama Nkechi pay 50k advance for blocks', NO_MEMORY, business);
  const { payment, memory: next } = understand('she wan 100 pieces', paid.memory, business);
  expect([payment?.amount ?? 50_000, next.pending?.payment?.amount ?? 50_000]).toEqual([50_000, 50_000]);
});

test.each([
  ['Bola gave me 10k cash this morning and 5k POS yesterday', '5k POS yesterday'],
  ['Bola paid 50k cash today, 30k by transfer', '30k by transfer'],
])('"%s" is two payments, and only the first is read', (message, text) => {
  const { payment, asides } = understand(message, NO_MEMORY, business);
  expect(payment).toMatchObject({ method: 'cash', day: '2026-11-20' });
  expect(asides).toEqual([{ kind: 'rest', text }]);
});

test('the second payment of an answer is told of, and another sum of one named first is another payment', () => {
  const asked = understand('Bola paid 5m by transfer', NO_MEMORY, business);
  const two = understand('record 200k from Bola and 100k from Amina, both cash', asked.memory, business);
  expect(two).toMatchObject({ payment: { amount: 200_000 }, asides: [{ kind: 'rest' }] });
  const nobody = understand('they paid $1,500 less $45 wire fee', NO_MEMORY, business);
  expect(understand('Kemi paid 100k, cash', nobody.memory, business)).toMatchObject({
    intent: 'record_payment',
    filters: { customerName: 'Kemi' },
    payment: { amount: 100_000, currency: 'NGN', method: 'cash' },
  });
});

test.each([
  'change Bola email to bola@new.example',
  'update phone of Bola to 08031112222',
  'Bola don change number, na 08031112222 now',
  'Bola new number 08031112222',
])('"%s" makes no second Bola, and gives nobody else what is hers', (message) => {
  const known = { ...business, knownNames: ['Bola Ade'] };
  const asked = understand('new customer: Sister Ngozi 08035556666', NO_MEMORY, known);
  for (const before of [NO_MEMORY, asked.memory])
    expect(understand(message, before, known)).toMatchObject({
      intent: 'list_customers',
      filters: { search: 'Bola' },
      asides: [{ kind: 'contact' }],
    });
  expect(understand('her new email is ngozi@new.example', asked.memory, known).customer).toEqual({
    name: 'Sister Ngozi',
    phone: '+2348035556666',
    email: 'ngozi@new.example',
  });
  expect(understand('change Bola number to 08031112222', memory, known)).toMatchObject({
    draft: { customerName: 'Bola', customerPhone: '+2348031112222' },
  });
});

test.each([
  'withdraw everything',
  'pay Chinedu 40k',
  'pay Chinedu 40k salary',
  'salary for Chinedu 40k',
  'transfer 50k to Bola opay',
])('"%s" is money that goes out, whatever is open', (message) => {
  for (const before of [
    NO_MEMORY,
    memory,
    understand('Bola paid 5k by transfer', NO_MEMORY, business).memory,
  ])
    expect(understand(message, before, business)).toMatchObject({ intent: 'withdraw', draft: null });
});

test.each(['Bola pay 50k', 'Bola transfer 50k to my account', 'transfer of 50k from Bola'])(
  '"%s" is money that came',
  (message) => {
    const came = { intent: 'record_payment', payment: { amount: 50_000 } };
    expect(understand(message, NO_MEMORY, business)).toMatchObject(came);
  },
);

test('wages that are billed are goods, and a payday is a day', () => {
  expect(understand('invoice Zenith 400k for driver salary', NO_MEMORY, business)).toMatchObject({
    draft: { customerName: 'Zenith', items: [{ description: 'driver salary' }] },
  });
  expect(understand('Kemi will pay when salary enters', NO_MEMORY, business).intent).toBe('note_promise');
});

test.each([
  ['invoice Musa Danladi and Hajiya Amina 20 bags cement each at 9500', 'Musa Danladi', 'Hajiya Amina', 9500],
  ['Musa Danladi and Sister Blessing: 10 packs moi moi 1500 each', 'Musa Danladi', 'Sister Blessing', 1500],
  ['bill Musa 50k for rods and Amina 20k for hosting', 'Musa', 'Amina', 20_000],
])('"%s" is two invoices, and the second waits', (message, first, second, rate) => {
  const known = { ...business, knownNames: ['Alhaji Musa Danladi', 'Amina Bello'] };
  const { draft, memory: next, asides } = understand(message, NO_MEMORY, known);
  expect(draft?.customerName).toBe(first);
  expect(asides).toMatchObject([{ kind: 'second' }]);
  expect(next.kept?.draft).toMatchObject({ customerName: second, items: [{ rate }] });
});

test('"undo" takes the last change of an open invoice back, and drops it where there was none', () => {
  const said = (...messages: string[]) =>
    messages.reduce<ReturnType<typeof understand> | null>(
      (last, message) => understand(message, last?.memory ?? NO_MEMORY, business),
      null,
    );
  const whole = ['invoice Bola 10 bags rice 80k each, 5 kegs oil 35k each', 'remove the second item'];
  const undone = said(...whole, 'undo that');
  expect(undone).toMatchObject({
    intent: 'edit_draft',
    asks: null,
    memory: { pending: { draft: undone?.draft } },
  });
  expect(undone?.draft?.total).toBe(975_000);
  expect(said(...whole, 'undo', 'yes')?.does).toBe('create_invoice');
  expect(said('invoice Bola 10 bags rice 80k each', 'undo')?.intent).toBe('cancel');
});

test('of three customers two have theirs in turn, and the third is named', () => {
  const {
    draft,
    memory: next,
    asides,
  } = understand('invoice Ada, Bola and Chike 20k each for aso ebi', NO_MEMORY, business);
  expect([draft?.customerName, next.kept?.draft?.customerName]).toEqual(['Ada', 'Bola']);
  expect(asides).toEqual([
    { kind: 'second', text: 'the same for Bola' },
    { kind: 'others', text: 'Chike' },
  ]);
});

test.each(['Musa and Sons', 'Mr and Mrs Musa', 'Tunde and Bola', 'Musa and Amina Ltd'])(
  '%s is one customer',
  (name) => {
    const known = { ...business, knownNames: ['Musa and Sons', 'Amina Bello'] };
    const { draft, memory: next } = understand(`invoice ${name} 5 tables 20k each`, NO_MEMORY, known);
    expect([draft?.customerName, next.kept]).toEqual([name, undefined]);
  },
);

test.each(['stop Lanre', 'Lanre wants 250k from February', 'the shop is closed today'])(
  'while money of Kemi is asked about, "%s" changes nothing of it, and that is said where it is asked again',
  (message) => {
    const asked = understand('Kemi paid 100k by transfer', NO_MEMORY, business);
    const { intent, payment, memory: next, asides } = understand(message, asked.memory, business);
    expect(payment ?? next.pending?.payment ?? asked.memory.pending?.payment).toMatchObject({
      amount: 100_000,
    });
    if (intent === 'edit_draft') expect(asides).toEqual([{ kind: 'unchanged', text: message }]);
    else expect(next.pending?.filters?.customerName).not.toBe('Lanre');
  },
);

test.each(['no, na Bola pay', 'Bola Ade', 'it came from Bola'])('"%s" names the payer', (message) => {
  const asked = understand('Kemi paid 100k by transfer', NO_MEMORY, business);
  expect(understand(message, asked.memory, business).filters?.customerName).toMatch(/^Bola/);
});
