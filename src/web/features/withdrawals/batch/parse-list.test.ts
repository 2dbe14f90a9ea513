import { describe, expect, test } from 'vitest';
import { banks as known } from '#core/banks.ts';
import { csvOf } from '#core/csv.ts';
import { minor } from '#core/money.ts';
import type { Staff } from '../api.ts';
import { readList } from './parse-list.ts';
import { paidTwice, type Payee } from './payees.ts';
import { texts } from './texts.ts';

const banks = known.map(({ code, name }) => ({ code, name }));
const savedStaff = { id: 'stf_1', name: 'Ade Bello', email: 'ade@x.ng', bankCode: '058' } as Staff;
const read = (text: string) => readList(text, banks, [savedStaff]);
const one = (text: string) => read(text)[0];
const row = (bank: string, number = '0123456789', amount = '50000') =>
  `Bisi Adeyemi,bisi@x.ng,${bank},${number},${amount}`;

describe('a row', () => {
  test.each([
    ['commas', row('GTB')],
    ['tabs', row('GTB').replaceAll(',', '\t')],
    ['semicolons', row('GTB').replaceAll(',', ';')],
    ['headings', `S/N,Staff Name,Email Address,Bank Name,Account No,Net Salary\n1,${row('GTB')}`],
    [
      'headings in another order',
      'Amount,Account number,Bank,E-mail,Name\n50000,0123456789,GTB,bisi@x.ng,Bisi Adeyemi',
    ],
    ['our own template', csvOf([...texts.list.templateRows.slice(0, 1), row('GTB').split(',')])],
  ])('is read from %s', (_, text) => {
    expect(read(text).filter(({ person }) => person)).toMatchObject([
      {
        person: {
          name: 'Bisi Adeyemi',
          email: 'bisi@x.ng',
          amount: 50_000_00,
          to: { bank: { code: '058' }, accountNumber: '0123456789' },
        },
      },
    ]);
  });

  test.each([
    ['GTBank', '058'],
    ['guaranty trust bank (gtb)', '058'],
    ['First Bank', '011'],
    ['UBA', '033'],
    ['044', '044'],
    ['Access Bank Plc', '044'],
    ['Moniepoint', '50515'],
    ['opay', '999992'],
  ])('%s is the bank %s', (name, code) => {
    expect(one(row(name))?.person?.to).toMatchObject({ bank: { code } });
  });

  test.each([
    ['₦1,250,000.50', 1_250_000_50],
    ['N50000', 50_000_00],
    ['NGN 7 500', 7_500_00],
    ['0.01', 1],
  ])('%s is an amount', (text, amount) => {
    expect(one(row('GTB', '0123456789', `"${text}"`))?.person?.amount).toBe(minor(amount));
  });

  test('with a number whose first zero a spreadsheet dropped gets it back', () => {
    expect(one(row('GTB', '123456789'))?.person?.to).toMatchObject({ accountNumber: '0123456789' });
  });

  test.each([
    [row('Bank of Nowhere'), 'We do not know the bank "Bank of Nowhere"'],
    [row('un'), /may be .* or /],
    [row(''), 'The bank is missing'],
    [row('GTB', '0123'), 'The account number needs 10 digits'],
    [row('GTB', '1.23457E+09'), /spoilt this account number/],
    [row('GTB', '0123456789', '0'), 'The amount is missing or wrong'],
    [row('GTB', '0123456789', '5.005'), 'The amount is missing or wrong'],
    [row('GTB', '0123456789', '-5'), 'The amount is missing or wrong'],
    [row('Heritage Bank'), /We do not know the bank/],
    ['Bisi,nope,GTB,0123456789,5', 'The email is missing or wrong'],
    [',bisi@x.ng,GTB,0123456789,5', 'The name is missing'],
  ])('%s is refused', (text, problem) => {
    expect(one(text)).toMatchObject({
      person: null,
      problem: typeof problem === 'string' ? problem : expect.stringMatching(problem),
    });
  });
});

test('the same account twice counts the first time', () => {
  const rows = read(`${row('GTB')}\n${row('gtbank')}\n${row('Access Bank')}`);
  expect(rows.map(({ problem }) => problem)).toEqual([null, 'The same account stands in row 1', null]);
});

test('somebody on the staff list needs only email and amount; with an account the written one is paid', () => {
  expect(one(',ADE@x.ng,,,2000')?.person).toMatchObject({
    name: 'Ade Bello',
    to: { staff: { id: 'stf_1' } },
  });
  expect(one('Ade,ade@x.ng,GTB,0123456789,2000')?.person?.to).not.toHaveProperty('staff');
});

test('empty lines are passed over and counted', () => {
  expect(read(`\n${row('GTB')}\n\n,,,,\n${row('UBA')}`).map(({ line }) => line)).toEqual([2, 5]);
});

test('an account that is to be paid twice is seen, from the staff list or typed', () => {
  const payee = (key: string, to: object) => ({ key, name: key, email: '', amount: minor(1), to }) as Payee;
  const staff = (accountNumber: string) => ({ staff: { bankCode: '058', accountNumber } });
  const people = [
    payee('first', staff('••••••6701')),
    payee('again', staff('••••••6701')),
    payee('typed', { bank: { code: '058' }, accountNumber: '0123456701' }),
    payee('other bank', { bank: { code: '044' }, accountNumber: '0123456701' }),
    payee('other holder', staff('••••••6701')),
  ];
  const holderOf = ({ key }: Payee) => (key === 'other holder' ? 'BISI ADE' : 'ADE BELLO');
  expect(paidTwice(people, holderOf).map(({ key }) => key)).toEqual(['again', 'typed']);
});
