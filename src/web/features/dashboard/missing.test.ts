import { expect, test } from 'vitest';
import { missingParts } from './missing.ts';

const none = { cac: null, validId: null, utilityBill: null, bankStatement: null };
const all = { cac: 'a', validId: 'b', utilityBill: 'c', bankStatement: 'd' };
const review = { state: 'waiting', since: null, reason: null, hasBadge: false } as const;
const bare = {
  businessName: 'Eze Prints',
  country: 'NG',
  city: 'Enugu',
  logo: null,
  profileScore: 75,
  documents: review,
};
const refused = { ...review, state: 'refused', reason: 'The photo of your ID is not readable.' } as const;

test.each([
  [
    { ...bare, kycDocuments: none },
    'brand and documents',
    'logo, CAC certificate, valid ID, utility bill and bank statement',
  ],
  [{ ...bare, kycDocuments: { ...all, validId: null } }, 'brand and documents', 'logo and valid ID'],
  [{ ...bare, kycDocuments: all, profileScore: 90 }, 'brand', 'logo'],
  [{ ...bare, kycDocuments: all, logo: 'l', profileScore: 90 }, 'brand', 'brand colours'],
  [
    { ...bare, kycDocuments: all, logo: 'l', documents: refused, profileScore: 60 },
    'documents',
    'documents we can accept',
  ],
  [{ ...bare, kycDocuments: all, logo: 'l', city: '', profileScore: 60 }, 'business details', 'city'],
])('names what keeps a profile from 100: %#', (profile, kinds, items) => {
  expect(missingParts(profile)).toEqual({ kinds, items });
});
