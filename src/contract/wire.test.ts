import { expect, test } from 'vitest';
import { newBusiness } from './business.ts';
import { newCustomer } from './customers.ts';
import { profileUpdate } from './settings.ts';
import { signup } from './identity.ts';
import { newInvoice } from './invoices.ts';
import { newStaff } from './staff.ts';
import { newWithdrawal } from './withdrawals.ts';

const marks = [
  0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069, 0x200e, 0x200f, 0x061c,
];
const MESSAGE = 'This text has invisible marks that turn the direction of writing. Type it anew';
const names = {
  'a first name': signup.shape.firstName,
  'a business': newBusiness.shape.businessName,
  'a customer': newCustomer.shape.name,
  'a title': newInvoice.shape.title,
  'an item': newInvoice.shape.items.def.element.shape.description,
  'a member of staff': newStaff.shape.name,
  'a payee': newWithdrawal.def.options[1].shape.staffName,
};

test.each(Object.entries(names))('%s takes no mark that turns the direction of writing', (_, schema) => {
  expect(schema.safeParse('Ọlá & Sons محمد').success, 'letters of any script').toBe(true);
  for (const mark of marks) {
    const parsed = schema.safeParse(`Bisi${String.fromCodePoint(mark)}Ade`);
    expect(parsed.error?.issues[0]?.message, mark.toString(16)).toBe(MESSAGE);
  }
});

test('a telephone number pasted from a chat is taken without its marks', () => {
  const phone = newCustomer.shape.phone.safeParse('\u202a+234 803 123 4567\u202c');
  expect(phone.data).toBe('+2348031234567');
});

test.each([
  ['123', false],
  ['none', false],
  ['', true],
  ['01 234 5678', true],
  ['0803 555 0142', true],
  ['+44 7700 900123', true],
])('a business that prints the phone number “%s”: %o', (phone, isTaken) => {
  const { success, error } = profileUpdate.shape.phone.safeParse(phone);
  expect(success).toBe(isTaken);
  if (error) expect(error.issues[0]?.message).toBe('Enter a phone number such as 0803 123 4567');
});

test('a title holds no web address', () => {
  const parsed = newInvoice.shape.title.safeParse('Verify at duewell-safe.com');
  expect(parsed.error?.issues[0]?.message).toBe('Leave web addresses out of the title');
  expect(newInvoice.shape.title.safeParse('Repair of Mr.Bello').success).toBe(true);
});
