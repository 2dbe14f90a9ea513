import { expect, test } from 'vitest';
import { growsAtMostSquared } from '../../../../tests/growth.ts';
import { redact } from './redaction.ts';

const HIDDEN = '••••';

test('secrets that a message names are struck out', () => {
  for (const [input, stored] of [
    ['my pin is 4821', `my pin is ${HIDDEN}`],
    ['withdraw 50k pin 4821', `withdraw 50k pin ${HIDDEN}`],
    ['PIN: 4 8 2 1 send it', `PIN: ${HIDDEN} send it`],
    ['pin na 0000 abeg', `pin na ${HIDDEN} abeg`],
    ['use 4821 as my pin', `use ${HIDDEN} as my pin`],
    ['the transaction pin is four eight two one', `the transaction pin is ${HIDDEN}`],
    ['OTP 493021', `OTP ${HIDDEN}`],
    ['verification code: 118-233', `verification code: ${HIDDEN}`],
    ['my password is Sunshine#1, thanks', `my password is ${HIDDEN} thanks`],
    ['BVN 22212345678', `BVN ${HIDDEN}`],
    ['my bvn number is 222 1234 5678', `my bvn number is ${HIDDEN}`],
    ['pay with 4084 0841 1111 1111 1', 'pay with 4084 0841 1111 1111 1'],
    ['card 4084084111111111 cvv 408 ', `card ${HIDDEN} cvv ${HIDDEN} `],
    ['charge 4084 0840 8408 4081', `charge ${HIDDEN}`],
    ['change my account number to 0123456789', `change my account number to ${HIDDEN}`],
    ['my pin be like 4821', `my pin be like ${HIDDEN}`],
    ['pin: 4-8-2-1', `pin: ${HIDDEN}`],
    ['my pin na "4821"', `my pin na "${HIDDEN}"`],
    ['pin (4821)', `pin (${HIDDEN})`],
    ['pin4821', `pin${HIDDEN}`],
    ['my P.I.N is 4,8,2,1', `my P.I.N is ${HIDDEN}`],
    ['here is my pin. 4821', `here is my pin. ${HIDDEN}`],
    ['my pin is ４８２１', `my pin is ${HIDDEN}`],
    ['my pin is 4️⃣8️⃣2️⃣1️⃣', `my pin is ${HIDDEN}`],
    ['4821 (my pin)', `${HIDDEN} (my pin)`],
    ['4821 - my pin', `${HIDDEN} - my pin`],
    ['the code is 118233', `the code is ${HIDDEN}`],
    ['security code 408', `security code ${HIDDEN}`],
    ['my password hunter2', `my password ${HIDDEN}`],
    ['my pass is hunter', `my pass is ${HIDDEN}`],
    ['api key sk_live_abcdef', `api key ${HIDDEN}`],
    ['22212345678 is my bvn', `${HIDDEN} is my bvn`],
    ['0123456789 is my account number', `${HIDDEN} is my account number`],
    ['pin 4821 and pin 9932', `pin ${HIDDEN} and pin ${HIDDEN}`],
  ] as const)
    expect([input, redact(input)]).toEqual([input, stored]);
});

test('what is no secret stays as it was said', () => {
  for (const input of [
    'Invoice Ada for 3 bags of rice at 80,000 each, due Friday',
    'bill Tobi 200 bobby pins at 50 each',
    'hair pin 4500 for Grace',
    'invoice Ada for 200 pins at 4500',
    'invoice Ada 4500 for a drawing pin, 2026',
    'Invoice Tunde for the code review 250000',
    'a password manager for Kuda Ltd at 60000',
    'invoice Ada 5000, 3,000 and 4,500',
    'invoice Musa 13 amp pin 2,500',
    'send invoice 4821',
    'her number is 08031234567',
    'invoice Pinnacle Ltd 45000',
    'invoice Ola 5000 for the pinafore',
    'password reset training 60k for Kuda Ltd',
    '2 ATM card holders at 1500',
    'call me on +234 803 123 4567',
  ])
    expect(redact(input)).toBe(input);
});

test('a long message is read in no time', () => {
  for (const piece of [
    'pin ',
    'pin is ',
    'password ',
    '4 ',
    '4821 is ',
    'account number ',
    'pin . ',
    'password a',
    '4,',
    '4821 (',
    'my code : ',
    'one two ',
    ' ',
  ]) {
    expect(
      growsAtMostSquared((size) => redact(piece.repeat(size).slice(0, size)), 700),
      piece,
    ).toBe(true);
  }
});
