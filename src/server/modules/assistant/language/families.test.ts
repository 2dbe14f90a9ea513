import { describe, expect, test } from 'vitest';
import { FRIDAY } from './testing.ts';
import { NO_MEMORY, type Understanding } from './types.ts';
import { understand } from './understand.ts';

// Families of sentences rather than sentences: each line is said in a way of its own.
function last(...sentence: string[]): Understanding {
  let understood = understand('', NO_MEMORY, FRIDAY);
  for (const message of sentence) understood = understand(message, understood.memory, FRIDAY);
  return understood;
}

const OPEN = 'bill Ada 2 bags of rice 40k each';
const LINES = 'bill Mrs Okoro 3 gowns 20k each, 2 shirts 8k each and delivery 3k';

describe('an open invoice', () => {
  test.each([
    'yes, that is what I want',
    'yess go ahed',
    'spot on',
    'of course',
    'everything is in order',
    'I am satisfied, kindly proceed',
    'na im be that, create am',
    'Confirmed. Please create it.',
    'yes 100%',
    'we have approved it',
  ])('is agreed to: %s', (sentence) => expect(last(OPEN, sentence)).toMatchObject({ intent: 'confirm' }));

  test.each([
    'show me the draft again',
    "what's the total?",
    'how much be everything now?',
    'let me see it again',
  ])('is shown once more: %s', (sentence) =>
    expect(last(OPEN, sentence)).toMatchObject({
      intent: 'edit_draft',
      asks: null,
      draft: { total: 80_000 },
    }),
  );

  test.each([
    'the gowns are very nice',
    'she likes the gowns',
    'the shirts are blue and the gowns are red',
    'the delivery is for Lekki',
    'I delivered the gowns already',
  ])('keeps its lines: %s', (sentence) =>
    expect(last(LINES, sentence).memory.pending?.draft?.total).toBe(79_000),
  );

  test.each([
    ['the shirts no dey again', 63_000],
    ['delivery is free o', 76_000],
    ['the gowns na gift, comot am', 19_000],
    ['gowns don turn 5, e see money', 119_000],
    ['na 15k for gowns o, no be 20k again', 64_000],
  ])('changes as told: %s', (sentence, total) => expect(last(LINES, sentence).draft?.total).toBe(total));

  test.each([
    '🙅 no, drop it',
    'let it go',
    'do not proceed',
    'hold off on that',
    "we won't be needing it",
    'please disregard this',
    'I take it back',
    'bin it',
    'withdraw it',
  ])('is taken back: %s', (sentence) => expect(last(OPEN, sentence)).toMatchObject({ intent: 'cancel' }));

  test.each([
    'I am good',
    "I'm fine thanks",
    'correct it',
    'please correct',
    "I'm not sure",
    'that is not what I want',
    'works for me but make it 3',
    'ok wait',
    'thank you',
    'yes?',
  ])('is not agreed to: %s', (sentence) => expect(last(OPEN, sentence).does).toBeNull());

  test.each([
    ['bump it up to 45k', { quantity: 2, rate: 45000 }],
    ['Kindly revise the quantity to 24', { quantity: 24, rate: 40000 }],
    ['drop the price to 36k', { quantity: 2, rate: 36000 }],
    ['scale it down to 1', { quantity: 1, rate: 40000 }],
  ])('is changed whatever the verb: %s', (sentence, line) =>
    expect(last(OPEN, sentence).draft?.items).toMatchObject([line]),
  );

  test.each([
    ['forget the shirts', 63000],
    ['replace the shirts with 3 blouses at 7k', 84000],
    ['gowns, 5 pieces', 119000],
    ['for the first one, use 22k', 85000],
    ['I forgot a hat, 5k', 84000],
  ])('has its lines changed: %s', (sentence, total) =>
    expect(last(LINES, sentence).draft?.total).toBe(total),
  );
});

test.each([
  ['invoice Ada 15k... 15.5k actually, for shoe soles', 15500],
  ['3 cartons of indomie 9k each → Mama Tola', 27000],
  ['raise 45k invoice on Chike for tyres', 45000],
  ["let's bill Chike 45k for tyres", 45000],
  ["Chike's bill should be 3 tyres at 15k", 45000],
  ['bill: sis ngozi. 2 hp printers 85k each. 1 toner 20k', 190000],
  ['2 cakes at 12k each for Royal College Set 1998', 24000],
  ['My oga customer Chief Ade carry 2 drum of oil 240k each, e no wan hear VAT. Do am invoice', 480000],
  ['Our services to Delta Logistics come to 450k for fleet audit. Kindly invoice them', 450000],
])('an invoice said in another order: %s', (sentence, total) =>
  expect(last(sentence)).toMatchObject({ intent: 'create_invoice', asks: null, draft: { total } }),
);

test.each([
  'no idea of the price yet',
  'price to be confirmed',
  'I never know how much',
  'will tell you the price later',
])('a price that is not known is asked for: %s', (sentence) =>
  expect(last(`bill Kola for 3 chairs, ${sentence}`)).toMatchObject({
    asks: 'rate',
    draft: { items: [{ description: 'chairs', quantity: 3, rate: null }] },
  }),
);

test.each([
  ['bill Sade 20k for hair, she must pay before the week ends', '2026-11-22'],
  ['invoice Dotun 40k for tiling, due when the month ends', '2026-11-30'],
  ['bill Ada 20k for hair, give her 2 weeks', '2026-12-04'],
  ['19th December is the deadline for Rotimi to pay 640k for wiring, please invoice him', '2026-12-19'],
])('a due date said in another way: %s', (sentence, dueDate) =>
  expect(last(sentence).draft).toMatchObject({ dueDate }),
);

test.each([
  ['list the invoices I sent to Bola last month', 'list_invoices', { customerName: 'Bola' }],
  ['unpaid for Zenith Motors from Q2', 'list_invoices', { status: 'unpaid', customerName: 'Zenith Motors' }],
  ['which invoices did people pay in the last 14 days?', 'list_invoices', { status: 'paid' }],
  ['please expunge invoice 12', 'delete_invoice', { invoiceNumbers: ['12'] }],
  ['I want to check the details of INV-0512', 'show_invoice', { invoiceNumbers: ['512'] }],
  ['how many naira have we earned from Ada Foods since June', 'sales_report', { customerName: 'Ada Foods' }],
  ['X Ltd paid me how much last month', 'sales_report', { customerName: 'X Ltd' }],
  ['give me a one-year revenue outlook', 'sales_projection', { horizonMonths: 12 }],
  ['wetin I go make before this year end', 'sales_projection', { until: '2026-12-31' }],
] as const)('%s', (sentence, intent, filters) => expect(last(sentence)).toMatchObject({ intent, filters }));

test.each([
  ['what can I use you for?', 'help'],
  ['the NUBAN on my profile is wrong, correct it to 0123456789 Polaris', 'change_bank_details'],
  ['Tunde gave me cash 20k for invoice 3, record it', 'record_payment'],
  ['sweep all the money to my account', 'withdraw'],
])('%s', (sentence, intent) => expect(last(sentence).intent).toBe(intent));

describe('an odd number', () => {
  test.each([
    ['delete invoice 99999999999999999999999', 'delete_invoice', '99999999999999999999'],
    ['send invoice 12345678901', 'send_invoice', '12345678901'],
    ['show me invoice 99999999999', 'show_invoice', '99999999999'],
    ['has 64 been paid?', 'show_invoice', '64'],
    ['send 31', 'send_invoice', '31'],
    ['please resend #31 to the customer', 'send_invoice', '31'],
    ['remind 12', 'send_reminder', '12'],
    ['delete 12', 'delete_invoice', '12'],
    ['remind 1 and 3', 'send_reminder', '1', '3'],
    ['send 3, #5 and 7 by email', 'send_invoice', '3', '5', '7'],
  ])('is that of an invoice: %s', (sentence, intent, ...invoiceNumbers) =>
    expect(last(sentence)).toMatchObject({ intent, draft: null, filters: { invoiceNumbers } }),
  );

  test.each(['send 5000', 'send 31 bags', 'send 50k to my brother', 'remind 3 customers'])(
    'is of something else: %s',
    (sentence) => expect(last(sentence).filters?.invoiceNumbers).toBeUndefined(),
  );

  test.each([
    ['invoice Ada 3 bags rice at 5k discount 10%', 13500],
    ['invoice Ada 3 bags rice at 5k disc 10%', 13500],
    ['invoice Ada 3 bags rice at 5k, discount of 7.125%', 13930.5],
    ['invoice Ada 3 bags rice at 5k discount 150%', 15000],
    ['invoice Ada hair 15k discount 2k', 13000],
    ['invoice Ada 3 bags rice 15.000 each', 45000],
  ])('is a discount or a price: %s', (sentence, total) => expect(last(sentence).draft?.total).toBe(total));

  test.each([
    ['invoice Ada 3 bags at 5.555 naira', 'rate'],
    ['bill Ada 2 fans at 7.125', 'rate'],
    ['invoice Ada 3 bags rice at 5k due in 99999999 days', 'dueDate'],
    ['invoice Ada 3 bags rice at 5k due in 400 years', 'dueDate'],
    ['invoice Ada 3 bags rice at 5k net 99999', 'dueDate'],
  ])('is asked for: %s', (sentence, asks) => {
    const { draft, asks: question } = last(sentence);
    expect([question, draft?.items.length, draft?.items[0]?.quantity, draft?.dueDate]).toEqual([
      asks,
      1,
      sentence.includes('fans') ? 2 : 3,
      null,
    ]);
  });

  test.each([
    ['invoice Ada 45 mins consultation 30k', '45 mins consultation', 1],
    ['bill Ada 30 minutes massage 15k', '30 minutes massage', 1],
    ['invoice Ada for a 2 hour photo session 50k', '2 hour photo session', 1],
    ['invoice Ada for 30 minutes massage at 500 per minute', 'minutes massage', 30],
    ['invoice Ada for 3 hours tutoring at 5k each', 'hours tutoring', 3],
  ])('is how long a service takes: %s', (sentence, description, quantity) =>
    expect(last(sentence).draft?.items).toMatchObject([{ description, quantity }]),
  );
});

test.each([
  'are you sure',
  'is it correct',
  'should I confirm',
  'let me confirm',
  'i will confirm',
  'yes I will confirm',
  'the customer confirmed',
  'he approved it',
])('is no yes: %s', (sentence) => expect(last(OPEN, sentence).does).toBeNull());

test.each(['bill it to Chioma instead', 'bill it to Chioma', 'bill Chioma instead'])(
  'has another customer: %s',
  (sentence) =>
    expect(last(OPEN, sentence)).toMatchObject({
      intent: 'edit_draft',
      draft: { customerName: 'Chioma', total: 80000 },
    }),
);

test.each(['I no understand', "I don't understand"])('is helped: %s', (sentence) =>
  expect(last(sentence).intent).toBe('help'),
);

test.each([
  ['what is my balance', 'withdraw'],
  ['how much is in my account', 'withdraw'],
  ['give Ada her 5k back', 'withdraw'],
  ['list my debtors', 'list_invoices'],
  ['has Ada accepted the quote', 'list_quotes'],
  ['Ada don accept the quote?', 'list_quotes'],
  ['Ada says she has sent the money', 'record_payment'],
  ['he promised to pay when his customer has paid him', 'note_promise'],
  ['invoice 9 get mistake', 'show_invoice'],
  ['ask Okoro when he will pay', 'send_reminder'],
  ["don't bill Ada 5k", 'cancel'],
  ["don't give Ada any discount", 'cancel'],
])('%s is %s', (sentence, intent) => expect(last(sentence).intent).toBe(intent));

test.each([
  'call Uche',
  'tell Okoro i said thanks',
  'Ada don come',
  'Emeka no dey pick call',
  'Mr Obi promise to pay monday',
  'give Ada her 5k back',
  "don't bill Ada 5k",
])('leaves the open invoice: %s', (sentence) => expect(last(OPEN, sentence).intent).not.toBe('edit_draft'));

test.each([
  'give Mrs Bello 10% discount on INV-0001',
  'take 2k off INV-0009',
  'delete INV-0004',
  'Garba INV-0009',
  'remind Bola about INV-0002',
])('is no answer about an open payment: %s', (sentence) =>
  expect(last('Okafor paid 20k cash', sentence).intent).not.toBe('edit_draft'),
);

test('the invoice of somebody is sent, and no e-mail is asked for where there is none', () => {
  expect(last('the invoice for Uche should be emailed to him')).toMatchObject({
    intent: 'send_invoice',
    filters: { customerName: 'Uche' },
  });
  expect(last('save Ada Obi as a customer, phone 08031234567, no email')).toMatchObject({
    asks: null,
    customer: { name: 'Ada Obi', email: null, phone: '+2348031234567' },
  });
});

describe('money that came', () => {
  const told = (...said: string[]) => last(...said).payment;
  test('says with a promise of the rest what came, and what is not noted', () => {
    const understood = last('Effiom dropped 10k cash, he will bring the remaining on Thursday');
    expect(understood).toMatchObject({
      intent: 'record_payment',
      payment: { amount: 10_000, method: 'cash', day: FRIDAY.today },
      asides: [{ kind: 'rest', text: 'he will bring the remaining on Thursday' }],
    });
  });

  test.each([
    ['Adanna akwuola 8k cash na Saturday, maka invoice 27', '27', 8000, '2026-11-14'],
    [
      'record that madam philo paid one hundred and twenty thousand naira by p o s for invoice ninety one',
      '91',
      120_000,
      '2026-11-20',
    ],
  ])('is of the invoice, sum and day that are named: %s', (sentence, number, amount, day) =>
    expect(last(sentence)).toMatchObject({ filters: { invoiceNumbers: [number] }, payment: { amount, day } }),
  );

  test('was seen on the statement of the bank', () =>
    expect(told('Ime Bassey sent 22k for her cake', 'it is on my Access statement')).toMatchObject({
      amount: 22_000,
      seen: 'bank',
    }));

  test('is in part without a sum: the sum is not all that is owed', () =>
    expect(told('Kemi Laundry made part payment on invoice 40')).toMatchObject({
      amount: null,
      inFull: false,
    }));
});

test.each([
  ['remind Ngozi', 'Bisi bought 2 wrappers 5k each', 'Bisi'],
  ['add Ebere as a customer, ebere@example.com', 'yes', 'invoice her 8k for data entry', 'Ebere'],
])('behind another task, an invoice is for whom it says: %s', (...said) => {
  const name = said.pop();
  expect(last(...said)).toMatchObject({ intent: 'create_invoice', draft: { customerName: name } });
});

test('figures said as at a stall are thousands and hundreds, or asked about', () => {
  expect(last('invoice Biodun two five for key holder and four eight for purse').asks).toBe('choice');
});

test.each([
  ['call it a proforma invoice instead', 'proforma'],
  ['actually make it a straight invoice', undefined],
])('an open quote is turned: %s', (sentence, quote) =>
  expect(last('quote Labake inverter repair 240k', sentence).draft?.quote).toBe(quote),
);
