import type { ReceivedMoney } from '#server/modules/payments/tools/received-money.ts';

const METHODS: readonly (readonly [RegExp, NonNullable<ReceivedMoney['method']>])[] = [
  [/\b(?:cheque|cheques|bank draft)\b/, 'cheque'],
  [/\b(?:pos|p\.o\.s|p o s|terminal|card|swiped?|swip)\b/, 'pos'],
  [
    /\b(?:transfer|transfers|transferred|trf|tranfer|wired?|deposited|deposit (?:in|to|into)|alert|credited|bank app|account|acct|opay|palmpay|kuda|ussd)\b/,
    'bank_transfer',
  ],
  [/\b(?:cash|by hand|hand me|handed)\b/, 'cash'],
  [
    /\b(?:sent|send|snt|screen ?shot|sends)\b(?! (?:an? |the )?(?:receipt|invoice|reminder))/,
    'bank_transfer',
  ],
];

/** The way of paying stated in a text. */
export const methodIn = (text: string): ReceivedMoney['method'] =>
  METHODS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
