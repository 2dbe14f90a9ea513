import { expect, test } from 'vitest';
import { addressLines, onboardingCompleted, profileScore } from './rules.ts';

const details = { business_name: 'Okafor', country: 'NG', city: 'Enugu' };
const open = { documents_refused_at: null };
const documents = {
  ...open,
  kyc_cac: 'a',
  kyc_valid_id: 'b',
  kyc_utility_bill: 'c',
  kyc_bank_statement: 'd',
};
const noDocuments = {
  ...open,
  kyc_cac: null,
  kyc_valid_id: null,
  kyc_utility_bill: null,
  kyc_bank_statement: null,
};
const colours = { primary_color: '#111111', secondary_color: '#222222' };

test.each([
  ['nothing but details', { ...details, ...noDocuments, ...colours, logo: null }, 75],
  ['no details either', { ...details, city: null, ...noDocuments, ...colours, logo: null }, 75],
  ['three of four documents', { ...details, ...documents, kyc_cac: null, ...colours, logo: null }, 75],
  ['documents, no logo', { ...details, ...documents, ...colours, logo: null }, 90],
  ['documents, no logo, no city', { ...details, city: '', ...documents, ...colours, logo: null }, 60],
  ['logo, no documents', { ...details, ...noDocuments, ...colours, logo: 'x' }, 60],
  [
    'documents, logo, one colour',
    { ...details, ...documents, ...colours, secondary_color: '', logo: 'x' },
    90,
  ],
  ['all but the country', { ...details, country: null, ...documents, ...colours, logo: 'x' }, 60],
  ['all', { ...details, ...documents, ...colours, logo: 'x' }, 100],
  [
    'all, but the documents were refused',
    { ...details, ...documents, documents_refused_at: new Date(), ...colours, logo: 'x' },
    60,
  ],
])('profile score: %s', (_name, profile, score) => {
  expect(profileScore(profile)).toBe(score);
});

const complete = {
  business_category: 'Agency',
  business_name: 'Okafor',
  industry: 'Retail',
  description: 'Food',
  company_size: '2-10 employees',
  email: 'a@b.test',
  country: 'NG',
  street: '1 Road',
  city: 'Enugu',
  zip_code: '400001',
  account_number_sealed: 'v1.a',
  bank_name: 'Wema Bank',
  bvn_sealed: 'v1.b',
};

test('onboarding is complete only when each of its parts is there', () => {
  expect(onboardingCompleted(complete)).toBe(true);
  for (const key of Object.keys(complete))
    expect(onboardingCompleted({ ...complete, [key]: null }), key).toBe(false);
});

test.each([
  [
    { street: '14 Ogui Road', city: 'Enugu', zip_code: '400001', state: 'EN', country: 'NG' },
    ['14 Ogui Road', 'Enugu 400001', 'Nigeria'],
  ],
  [
    { street: null, city: 'Ikeja', zip_code: null, state: 'Lagos', country: 'Nigeria' },
    ['Ikeja', 'Lagos, Nigeria'],
  ],
  [{ street: null, city: null, zip_code: null, state: null, country: null }, []],
])('address lines of %o', (parts, lines) => {
  expect(addressLines(parts)).toEqual(lines);
});
