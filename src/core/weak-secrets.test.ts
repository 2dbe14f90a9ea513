import { expect, test } from 'vitest';
import { isEasyPin } from './weak-secrets.ts';

const everyPin = Array.from({ length: 10_000 }, (_, at) => String(at).padStart(4, '0'));

test.each([
  '1234',
  '1111',
  '0000',
  '1212',
  '7777',
  '1004',
  '2000',
  '4444',
  '2222',
  '6969',
  '9999',
  '3333',
  '5555',
  '6666',
  '1122',
  '1313',
  '8888',
  '4321',
  '2001',
  '1010',
  '2580',
  '0852',
  '1379',
  '1397',
  '9876',
  '7890',
  '0987',
  '9012',
  '2468',
  '8642',
  '1984',
  '1900',
  '2039',
  '0007',
  '5683',
  '0001',
  '7770',
  '7077',
  '1221',
  '2512',
  '1478',
  '8741',
  '1470',
])('%s is easy', (pin) => {
  expect(isEasyPin(pin)).toBe(true);
});

test.each(['7294', '8305', '1899', '2040', '4917', '6038', '3841'])('%s will do', (pin) => {
  expect(isEasyPin(pin)).toBe(false);
});

test.each(['', '123', '72941', 'abcd', '72 4'])('"%s" is no PIN', (pin) => {
  expect(isEasyPin(pin)).toBe(true);
});

test('enough is refused to matter and little enough to leave a choice', () => {
  const easy = everyPin.filter(isEasyPin).length;
  expect(easy).toBeGreaterThan(400);
  expect(easy).toBeLessThan(1_000);
});
