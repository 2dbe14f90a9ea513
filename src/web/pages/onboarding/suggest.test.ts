import { expect, test } from 'vitest';
import { readDraft } from './draft.ts';
import { withDescription, withSize, withZip } from './suggest.ts';

const blank = readDraft('usr_1', 'ada@okafor.ng');

test.each([
  [
    'the size of a freelancer is known',
    withSize(blank, 'Freelancer'),
    { businessType: 'Freelancer', companySize: 'Just me' },
  ],
  [
    'the size of an agency is not',
    withSize({ businessType: 'Freelancer', companySize: 'Just me' }, 'Agency'),
    { businessType: 'Agency', companySize: '' },
  ],
  [
    'a size that was chosen stays',
    withSize({ businessType: '', companySize: '2-10 employees' }, 'Freelancer'),
    { businessType: 'Freelancer' },
  ],
  [
    'the industry describes the business',
    withDescription(blank, 'Fashion'),
    { industry: 'Fashion', description: 'Fashion' },
  ],
  [
    'and goes on to',
    withDescription({ industry: 'Fashion', description: 'Fashion' }, 'Events'),
    { industry: 'Events', description: 'Events' },
  ],
  ['other says nothing', withDescription(blank, 'Other'), { industry: 'Other', description: '' }],
  [
    'a typed description stays',
    withDescription({ industry: '', description: 'Cakes' }, 'Events'),
    { industry: 'Events' },
  ],
  [
    'a state brings its code',
    withZip(blank, { state: 'EN', city: '' }),
    { state: 'EN', city: '', zipCode: '400001' },
  ],
  [
    'another state another one',
    withZip({ ...blank, state: 'EN', zipCode: '400001' }, { state: 'LA' }),
    { state: 'LA', zipCode: '100001' },
  ],
  [
    'a typed code stays',
    withZip({ ...blank, state: 'EN', zipCode: '400102' }, { state: 'LA' }),
    { state: 'LA' },
  ],
  [
    'another country has none',
    withZip({ ...blank, state: 'EN', zipCode: '400001' }, { country: 'GH', state: '' }),
    { country: 'GH', state: '', zipCode: '' },
  ],
])('%s', (_what, change, expected) => {
  expect(change).toEqual(expected);
});
