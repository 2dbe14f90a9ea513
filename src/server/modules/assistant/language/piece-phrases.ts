import type { Kind } from './piece.ts';

const phrases = (kind: Kind, ...said: string[]): [string[], Kind][] =>
  said.map((words) => [words.split(' '), kind]);

export const PHRASES: [string[], Kind][] = [
  ...phrases(
    'whom',
    'in favour of',
    'in favor of',
    'in the name of',
    'on behalf of',
    'made out to',
    'addressed to',
    'payable by',
  ),
  ...phrases(
    'for',
    'in respect of',
    'with respect to',
    'on account of',
    'being payment for',
    'being cost of',
    'as payment for',
    'in payment for',
    'in regard to',
    'with regard to',
  ),
  ...phrases(
    'at',
    'in the sum of',
    'for the sum of',
    'the sum of',
    'to the tune of',
    'amounting to',
    'at the rate of',
    'at a rate of',
    'at a cost of',
    'at the cost of',
    'at a price of',
    'valued at',
    'at a total of',
  ),
  ...phrases('text', 'make up', 'touch up', 'set up', 'pick up', 'drop off', 'check up', 'top up'),
  ...phrases(
    'small',
    'please be informed that',
    'is required',
    'when its ready',
    "when it's ready",
    'let me know',
    'as soon as possible',
    'to be',
    'no wait',
    'as usual',
    'free delivery',
    'free shipping',
  ),
];
