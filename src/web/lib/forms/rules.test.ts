import { expect, test } from 'vitest';
import { signup } from '#contract/identity.ts';
import { newInvoice } from '#contract/invoices.ts';
import { minor } from '#core/money.ts';
import { errorsIn, stillTrue, without } from './rules.ts';

test('sign-up messages are the contract’s own', () => {
  const values = {
    firstName: 'A',
    lastName: '',
    email: 'ada',
    password: '123',
    preferredCurrency: 'NGN',
    agreed: false,
  };
  expect(errorsIn(signup, values)).toEqual({
    firstName: 'Firstname must be at least two characters',
    lastName: 'Lastname is required',
    email: 'Invalid Email',
    password: 'Password must be at least 6 characters',
    agreed: 'You must agree to the terms.',
  });
});

test('decoded values are checked towards the wire: minor units pass, a missing amount is named', () => {
  const item = { description: 'Jollof', quantity: 2_000_000, rate: minor(4_500_000) };
  const invoice = { clientEmail: 'a@b.ng', dueDate: '2026-12-12', items: [item], taxRate: 750 };
  expect(errorsIn(newInvoice, invoice)).toEqual({});
  const broken = { ...invoice, items: [{ ...item, rate: null }] };
  expect(errorsIn(newInvoice, broken)).toMatchObject({ 'items.0.rate': 'This field is required' });
});

test('an error goes with its field and what is below it, and not with a field whose name only begins like it', () => {
  const errors = { item: 'a', items: 'b', 'items.0.rate': 'c', name: 'd' };
  expect(without(errors, ['items'])).toEqual({ item: 'a', name: 'd' });
  expect(without(errors, ['items.0'])).toEqual({ item: 'a', items: 'b', name: 'd' });
});

type Person = { name: string; email: string; phone: string };

test('a message goes as soon as it is no longer true, and none comes while somebody types', () => {
  expect(stillTrue<Person>({ email: 'old', name: 'old' }, { email: 'new', phone: 'other' })).toEqual({
    email: 'new',
  });
});
