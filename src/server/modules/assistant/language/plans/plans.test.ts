import { expect, test } from 'vitest';
import { FRIDAY } from '../testing.ts';
import { type Memory, NO_MEMORY } from '../types.ts';
import { understand } from '../understand.ts';

/** A plan as it was said, in one line: `Ada | 1 × gym @ 15000 | every=1 unit=month | ASK every`. */
function told(...sentences: string[]): string {
  let memory: Memory = NO_MEMORY;
  let line = '';
  for (const sentence of sentences) {
    const { draft, plan, asks, asides, ...rest } = understand(sentence, memory, FRIDAY);
    ({ memory } = rest);
    const said = Object.entries(plan ?? { no: 'plan' }).filter(([, value]) => value !== null);
    line = [
      draft?.customerName,
      draft?.items.map((item) => `${item.quantity} × ${item.description} @ ${item.rate}`).join('; '),
      said.map(([key, value]) => `${key}=${String(value)}`).join(' '),
      asks && `ASK ${asks}`,
      ...asides.map(({ kind }) => kind),
    ]
      .filter(Boolean)
      .join(' | ');
  }
  return line;
}

test.each([
  [
    'bill Mrs Adebayo 35k for cleaning every Friday',
    'Mrs Adebayo | 1 × cleaning @ 35000 | every=1 unit=week on=friday',
  ],
  [
    'every two weeks bill Hajia Bola 12,500 for laundry',
    'Hajia Bola | 1 × laundry @ 12500 | every=2 unit=week',
  ],
  ['bill Ada 5k for gym every two two weeks', 'Ada | 1 × gym @ 5000 | every=2 unit=week'],
  ['bill Ada 20k for hosting every 2weeks', 'Ada | 1 × hosting @ 20000 | every=2 unit=week'],
  ['abeg dey send Tunde invoice of 15k every month for gym', 'Tunde | 1 × gym @ 15000 | every=1 unit=month'],
  [
    'make you dey bill Warri Marine 90k for gas every week, start next Monday',
    'Warri Marine | 1 × gas @ 90000 | every=1 unit=week starts=2026-11-23',
  ],
  [
    'evry month end invoce Chidi 30k for security',
    'Chidi | 1 × security @ 30000 | every=1 unit=month on=last',
  ],
  [
    'invoice Kemi 45000 for nanny evry mnth strting 1 dec',
    'Kemi | 1 × nanny @ 45000 | every=1 unit=month starts=2026-12-01',
  ],
  [
    'invoice Marble Estate 75,000 for security on the 1st and 16th of each month',
    'Marble Estate | 1 × security @ 75000 | every=1 unit=month on=1,16',
  ],
  ['bill Bisi 25k for rent 1st of every 3 months', 'Bisi | 1 × rent @ 25000 | every=3 unit=month on=1'],
  [
    'bill Ada 20k for hosting every other Friday till further notice',
    'Ada | 1 × hosting @ 20000 | every=2 unit=week on=friday',
  ],
  [
    'every year on 1 January bill Uche 200k for licence',
    'Uche | 1 × licence @ 200000 | every=12 unit=month starts=2027-01-01',
  ],
  [
    'bill Ada 20k for hosting every month on the 5th from January to June',
    'Ada | 1 × hosting @ 20000 | every=1 unit=month on=5 starts=2027-01-01 ends=2027-06-30',
  ],
  [
    'bill Ada 20k for hosting every month ending March 2027',
    'Ada | 1 × hosting @ 20000 | every=1 unit=month ends=2027-03-31',
  ],
  [
    'bill Ada 20k for hosting on the 5th of every month for 6 months',
    'Ada | 1 × hosting @ 20000 | every=1 unit=month on=5 times=6',
  ],
  [
    'bill Dayo 9k for wash weekly on Tuesdays for 3 months',
    'Dayo | 1 × wash @ 9000 | every=1 unit=week on=tuesday ends=2027-02-19',
  ],
  [
    'every six weeks bill Fola Farms 150k for spraying, 4 times only',
    'Fola Farms | 1 × spraying @ 150000 | every=6 unit=week times=4',
  ],
  [
    'every quarter invoice delta clinic two hundred and forty thousand for maintenance starting fourth january twenty twenty seven',
    'Delta Clinic | 1 × maintenance @ 240000 | every=3 unit=month starts=2027-01-04',
  ],
  [
    'invoice Ada 20k weekly for sweeping, send it automatically',
    'Ada | 1 × sweeping @ 20000 | every=1 unit=week mode=send',
  ],
  [
    'bill Ada 20k for hosting every week, let me check it first',
    'Ada | 1 × hosting @ 20000 | every=1 unit=week mode=draft',
  ],
  [
    "charge Nosa's saved card 12k for internet every 10th",
    'Nosa | 1 × internet @ 12000 | every=1 unit=month on=10 mode=charge',
  ],
  [
    'bill Ada 20k for hosting every month on the 32nd',
    'Ada | 1 × hosting @ 20000 | every=1 unit=month on=32',
  ],
  // Two readings, or a rhythm no plan has: asked.
  ['bill Precious 60k for cleaning from time to time', 'Precious | 1 × cleaning @ 60000 | ASK every'],
  ['bill Mrs Bello 80k for lessons termly', 'Mrs Bello | 1 × lessons @ 80000 | ASK every'],
  ['bill Ada 20k for hosting bi-weekly', 'Ada | 1 × hosting @ 20000 | ASK every'],
  ['bill Ada 20k for hosting twice a month', 'Ada | 1 × hosting @ 20000 | ASK every'],
  ['bill Ada 20k for hosting every Monday and Thursday', 'Ada | 1 × hosting @ 20000 | ASK every'],
  ['bill Ada 20k for hosting monthly and yearly', 'Ada | 1 × hosting @ 20000 | ASK every'],
  ['bill Ada 20k for hosting every last Friday of the month', 'Ada | 1 × hosting @ 20000 | ASK every'],
  [
    'bill Ada 20k for hosting monthly starting when school resumes',
    'Ada | 1 × hosting @ 20000 | every=1 unit=month | ASK date | no_such_date',
  ],
  [
    'invoice Ada 50k for rent, every month on the 1st, due on the 5th',
    'Ada | 1 × rent @ 50000 | every=1 unit=month on=1 | ASK dueDate',
  ],
  ['Ada 5k gym monthly', 'Ada | 1 × gym @ 5000 | every=1 unit=month'],
  [
    'bill Emeka 20k each week until March',
    'Emeka | 1 × null @ 20000 | every=1 unit=week ends=2027-03-31 | ASK description',
  ],
  // Named after how often, or said of nothing that repeats.
  ['bill Ada for weekly cleaning 5k', 'Ada | 1 × weekly cleaning @ 5000 | no=plan'],
  ['invoice Ada 50k for monthly retainer', 'Ada | 1 × monthly retainer @ 50000 | no=plan'],
])('%s', (sentence, expected) => {
  expect(told(sentence)).toBe(expected);
});

test.each([
  [
    ['bill Precious 60k for cleaning from time to time', 'every two weeks, starting Monday'],
    'every=2 unit=week starts=2026-11-23',
  ],
  [['bill Ada 20k for rent every month end', 'make it every 2 weeks'], 'every=2 unit=week'],
  [
    ['bill Ada 20k for rent every month', 'on the 10th', 'until June'],
    'every=1 unit=month on=10 ends=2027-06-30',
  ],
  [
    ['bill Ada 20k for rent every month', 'every two months rather', 'stop after 5 times'],
    'every=2 unit=month times=5',
  ],
  [['bill Ada 20k for rent from time to time', 'the 5th'], 'every=1 unit=month on=5'],
  [['bill Ada 20k for rent from time to time', '2 weeks'], 'every=2 unit=week'],
  [['bill Ada 20k for rent from time to time', 'month end'], 'every=1 unit=month on=last'],
  [
    ['bill Ada 20k for rent monthly starting when school resumes', '5 December'],
    'every=1 unit=month starts=2026-12-05',
  ],
  [['invoice Ada 20k for rent', 'make it every month'], 'every=1 unit=month'],
])('%s', (sentences, expected) => {
  expect(told(...sentences)).toBe(
    `${sentences[0]?.includes('Precious') ? 'Precious | 1 × cleaning @ 60000' : 'Ada | 1 × rent @ 20000'} | ${expected}`,
  );
});

test('a question in between leaves an open one as it is', () => {
  const plan = 'bill Ada 20k for rent every month';
  expect(told(plan, 'show sales since January', 'show me the draft')).toBe(
    'Ada | 1 × rent @ 20000 | every=1 unit=month',
  );
  expect(told(plan, 'no, every 2 weeks')).toBe('Ada | 1 × rent @ 20000 | every=2 unit=week');
});

test('the contents of an open one are changed as those of an invoice, and it may become one', () => {
  const plan = 'bill Ada 20k for rent every month';
  expect(told(plan, 'add delivery 5k', 'change customer to Bola')).toBe(
    'Bola | 1 × rent @ 20000; 1 × delivery @ 5000 | every=1 unit=month',
  );
  expect(told(plan, 'make it just once')).toBe('Ada | 1 × rent @ 20000 | no=plan');
  expect(told('bill Ada 50k every month', 'add delivery 5k')).toBe(
    'Ada | 1 × null @ 50000; 1 × delivery @ 5000 | every=1 unit=month | ASK description',
  );
  expect(told('set up a recurring invoice', 'Ada', 'rent 20k', 'monthly')).toBe(
    'Ada | 1 × rent @ 20000 | every=1 unit=month',
  );
});

test('one that is asked for while another card waits has its days', () => {
  expect(
    told('send a reminder', 'Mr Obi wants his rent billed automatically from January, termly'),
  ).toContain('starts=2027-01-01');
});
