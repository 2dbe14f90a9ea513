import { expect, test } from 'vitest';
import { isComplete, type OnboardingDraft, readDraft, toBusiness, withoutSecrets } from './draft.ts';
import { missingAt, reachable } from './steps.ts';

const complete: OnboardingDraft = {
  ...readDraft('usr_1', 'ada@okafor.ng'),
  businessType: 'Agency',
  businessName: 'Okafor',
  industry: 'Retail',
  description: 'Food',
  companySize: '2-10 employees',
  state: 'EN',
  city: 'Enugu',
  street: '14 Ogui Road',
  zipCode: '400001',
  bankCode: '058',
  bankName: 'GTB',
  bankAccountNumber: '0123456789',
  bankVerificationNumber: '22212345678',
};

test.each<[Partial<OnboardingDraft>, string[]]>([
  [{}, []],
  [{ city: ' ' }, ['city']],
  [{ email: 'ada@' }, ['email address']],
  [{ websiteUrl: 'okafor' }, ['a website that can be opened']],
  [{ state: '' }, []],
  [{ state: '', city: '' }, ['state', 'city']],
])('contact details %o want %o', (change, wanted) => {
  expect(missingAt('contact-details', { ...complete, ...change })).toEqual(wanted);
});

test('an unfinished step comes before the one asked for', () => {
  expect(reachable('customize-invoices', complete)).toBe('customize-invoices');
  expect(reachable('customize-invoices', { ...complete, bankAccountNumber: '' })).toBe('payment-details');
  expect(reachable('business-type', { ...complete, businessType: '' })).toBe('business-type');
  expect(reachable('nonsense', complete)).toBe('welcome');
});

test('the account number and BVN stay out of what is kept', () => {
  const text = JSON.stringify(withoutSecrets(complete));
  expect(text).not.toContain('0123456789');
  expect(text).not.toContain('22212345678');
});

test('onboarding counts as finished only when all thirteen answers are there', () => {
  expect(isComplete(complete)).toBe(true);
  expect(toBusiness({ ...complete, bankVerificationNumber: '' }, false).onboardingCompleted).toBe(false);
});
