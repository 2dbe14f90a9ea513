import { expect, test } from 'vitest';
import { signup } from '#contract/identity.ts';
import { newInvoice } from '#contract/invoices.ts';
import { minor } from '#core/money.ts';
import { formResolver } from './form.ts';

const options = { fields: {}, shouldUseNativeValidation: false };

test('sign-up messages are the contract’s own', async () => {
  const values = {
    firstName: 'A',
    lastName: '',
    email: 'ada',
    password: '123',
    preferredCurrency: 'NGN',
    agreed: false,
  };
  const { errors } = await formResolver(signup)(values, undefined, options);
  expect(Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]))).toEqual(
    {
      firstName: 'Firstname must be at least two characters',
      lastName: 'Lastname is required',
      email: 'Invalid Email',
      password: 'Password must be at least 6 characters',
      agreed: 'You must agree to the terms.',
    },
  );
});

test('decoded values are checked towards the wire: minor units pass, a missing amount is named', async () => {
  const item = { description: 'Jollof', quantity: 2_000_000, rate: minor(4_500_000) };
  const invoice = { clientEmail: 'a@b.ng', dueDate: '2026-12-12', items: [item], taxRate: 750 };
  expect((await formResolver(newInvoice)(invoice, undefined, options)).errors).toEqual({});
  const broken = await formResolver(newInvoice)(
    { ...invoice, items: [{ ...item, rate: null }] },
    undefined,
    options,
  );
  expect(broken.errors).toMatchObject({ items: [{ rate: { message: 'This field is required' } }] });
});
