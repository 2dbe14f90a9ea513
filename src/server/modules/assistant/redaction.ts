const HIDDEN = '••••';
const DIGIT_WORD = '(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)';
// Digits with single spaces or dashes between them, or spelt out. An amount has a sign, commas, k or more
// digits.
const CODE = String.raw`(?:\d(?:[ -]?\d){3,7}(?!\d|[.,]\d|\s?[km]\b)|\d(?:[.,/_]\s?\d){3,7}(?![\d.,]*\d)|${DIGIT_WORD}(?:[ ,-]+${DIGIT_WORD}){2,7}\b)`;
const IS = String.raw`(?:\s*(?:is|was|na|be|are|like|actually|now|no\.?|number|code|to|[:=,.#*"'“”‘’(_-])){0,4}\s*`;
const PIN = String.raw`(?:(?:transaction |atm |card |secret |security |withdrawal )?(?:pin|p\.i\.n\.?|p i n)|passcode|pass code|otp|one[- ]time (?:code|password|pin)|cvv2?|cvc2?|(?:verification|security|secret|login|log-in|auth(?:entication|orisation|orization)?|confirmation|sms|2fa|access) (?:code|pin|token))`;

// A hair pin or a 13 pin plug that costs something is no secret.
const THINGS = String.raw`(?<!\b(?:hair|safety|bobby|rolling|drawing|push|bowling|lapel|lock|panel|tie|collar|brooch|cotter|firing|steel|clothes|[0-9]+)[ -])`;

type Rule = { secret: RegExp };
const rules: Rule[] = [
  { secret: new RegExp(String.raw`(${THINGS}\b${PIN}(?:\b|(?=[\d_]))${IS})(${CODE})`, 'gi') },
  { secret: new RegExp(String.raw`(\b(?:my|the|your|this) code\b\s*(?:is|was|na|[:=])\s*)(${CODE})`, 'gi') },
  {
    secret: new RegExp(
      String.raw`(\b(?:cv[vc]2?|security code)\b${IS})(\d(?:[ -]?\d){2,3})(?![ -]?\d)`,
      'gi',
    ),
  },
  { secret: new RegExp(String.raw`(\bpass ?words?\b(?:\s+(?:is|was|na|be)\b|\s*[:=])\s*)(\S+)`, 'gi') },
  { secret: /(\bpass ?words?\s+)((?=[^\s\d]*\d)(?=[^\sa-z]*[a-z])\S{5,})/gi },
  { secret: /(\bmy pass\b(?:\s+(?:is|was|na|be)\b|\s*[:=])\s*)(\S+)/gi },
  { secret: /(\b(?:api|secret|private)[ -]?key\b\s*(?:is|was|na|[:=])?\s*)(\S{8,})/gi },
  { secret: new RegExp(String.raw`(\b(?:pwd|passwd)\b${IS})(\S+)`, 'gi') },
  { secret: /(\b(?:bvn|nin)\b[^\d\n]{0,20})(\d(?:[ -]?\d){9,11})/gi },
  { secret: /(\b(?:card|atm|visa|mastercard|verve)\b[^\d\n]{0,24})(\d(?:[ -]?\d){11,18})/gi },
  { secret: /(\b(?:account|acct|a\/c)(?: number| no\.?| num)?\b[^\d\n]{0,12})(\d(?:[ -]?\d){9})(?![\d])/gi },
];
const BEFORE = new RegExp(
  String.raw`\b(${CODE})(\s+(?:is|na|be|as|for|dey be)\s+(?:(?:my|our|the|your|hin)\s+)?(?:${PIN}|bvn|nin|password)\b)`,
  'gi',
);
const LONG_BEFORE =
  /\b(\d(?:[ -]?\d){9,10})(\s*(?:(?:is|na|be|as)\s+(?:my|our|the|your)\s+|\(\s*|[-–,:]\s*my\s+)(?:bvn|nin|account|acct)\b)/gi;
const PIN_AFTER = new RegExp(
  String.raw`\b(${CODE})(\s*(?:\(\s*(?:my\s+)?|[-–,:]\s*my\s+)(?:${PIN})\b)`,
  'gi',
);
const CARD = /\b\d(?:[ -]?\d){12,18}\b/g;

/**
 * A message without the secrets that it names: PIN, one-time codes, passwords, card numbers, BVN, NIN and account numbers.
 * Only this text is stored, interpreted and logged.
 */
export function redact(text: string): string {
  const hidden = rules.reduce((left, { secret }) => left.replace(secret, `$1${HIDDEN}`), asciiDigits(text));
  const before = [BEFORE, LONG_BEFORE, PIN_AFTER].reduce(
    (left, one) => left.replace(one, `${HIDDEN}$2`),
    hidden,
  );
  return before.replace(CARD, (digits) => (isCard(digits) ? HIDDEN : digits));
}

// Digits in full width, in bold or on keys are digits as well.
const asciiDigits = (text: string): string =>
  text.replace(/\p{Nd}\ufe0f?\u20e3?/gu, (digit) => digit.normalize('NFKC').replace(/[\ufe0f\u20e3]/g, ''));

// The check digit of every payment card.
function isCard(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
