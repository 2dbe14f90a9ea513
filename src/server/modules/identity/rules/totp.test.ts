import { expect, test } from 'vitest';
import { codeAt, matchingStep, newSecret, otpauthUri, stepOf } from './totp.ts';

// The secret of RFC 6238, appendix B, in base 32; its codes cut to six digits.
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %i is %s, as the standard says', (seconds, code) => {
  expect(codeAt(SECRET, stepOf(new Date(seconds * 1000)))).toBe(code);
});

test('one step of drift is taken either way, two are not, and no step twice', () => {
  const now = new Date('2026-03-02T09:00:00Z');
  const step = stepOf(now);
  const matched = [-2, -1, 0, 1, 2].map((drift) =>
    matchingStep(SECRET, codeAt(SECRET, step + drift), now, 0),
  );
  expect(matched).toEqual([null, step - 1, step, step + 1, null]);
  expect(matchingStep(SECRET, codeAt(SECRET, step), now, step)).toBeNull();
  expect(matchingStep(SECRET, codeAt(SECRET, step + 1), now, step)).toBe(step + 1);
});

test('secrets are of 160 bits and the address carries them', () => {
  const secret = newSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(newSecret()).not.toBe(secret);
  expect(otpauthUri(secret, 'a+b@example.test')).toBe(
    `otpauth://totp/Duewell%3Aa%2Bb%40example.test?secret=${secret}&issuer=Duewell&algorithm=SHA1&digits=6&period=30`,
  );
});
