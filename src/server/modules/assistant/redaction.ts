const HIDDEN = '••••';
const DIGIT_WORD = '(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)';
// Digits with single spaces or dashes between them, or said one by one. An amount has a sign, commas, k or more digits.
const CODE = String.raw`(?:\d(?:[ -]?\d){3,7}(?!\d|[.,]\d|\s?[km]\b)|${DIGIT_WORD}(?:[ ,-]+${DIGIT_WORD}){2,7}\b)`;
const IS = String.raw`(?:\s*(?:is|was|na|be|are|no\.?|number|code|to|[:=,#-])){0,3}\s*`;
const PIN = String.raw`(?:(?:transaction |atm |card |secret |security |withdrawal )?pin|passcode|pass code|otp|one[- ]time (?:code|password|pin)|cvv2?|cvc2?|(?:verification|security|secret|login|log-in|auth(?:entication|orisation|orization)?|confirmation|sms|2fa|access) (?:code|pin|token))`;

// A hair pin or a 13 pin plug that costs something is no secret.
const THINGS = String.raw`(?<!\b(?:hair|safety|bobby|rolling|drawing|push|bowling|lapel|lock|panel|tie|collar|brooch|cotter|firing|steel|clothes|[0-9]+)[ -])`;

type Rule = { secret: RegExp };
const rules: Rule[] = [
  { secret: new RegExp(String.raw`(${THINGS}\b${PIN}\b${IS})(${CODE})`, 'gi') },
  { secret: new RegExp(String.raw`(\bcv[vc]2?\b${IS})(\d{3,4})`, 'gi') },
  { secret: new RegExp(String.raw`(\bpass ?words?\b(?:\s+(?:is|was|na|be)\b|\s*[:=])\s*)(\S+)`, 'gi') },
  { secret: new RegExp(String.raw`(\b(?:pwd|passwd)\b${IS})(\S+)`, 'gi') },
  { secret: /(\b(?:bvn|nin)\b[^\d\n]{0,20})(\d(?:[ -]?\d){9,11})/gi },
  { secret: /(\b(?:card|atm|visa|mastercard|verve)\b[^\d\n]{0,24})(\d(?:[ -]?\d){11,18})/gi },
  { secret: /(\b(?:account|acct|a\/c)(?: number| no\.?| num)?\b[^\d\n]{0,12})(\d(?:[ -]?\d){9})(?![\d])/gi },
];
const BEFORE = new RegExp(
  String.raw`\b(${CODE})(\s+(?:is|na|be|as|for|dey be)\s+(?:(?:my|our|the|your|hin)\s+)?(?:${PIN}|bvn|nin|password)\b)`,
  'gi',
);
const CARD = /\b\d(?:[ -]?\d){12,18}\b/g;

/**
 * A message without the secrets that it names: PIN, one-time codes, passwords, card numbers, BVN, NIN and account numbers.
 * What is kept, understood and logged is this.
 */
export function redact(text: string): string {
  const hidden = rules.reduce((left, { secret }) => left.replace(secret, `$1${HIDDEN}`), text);
  return hidden.replace(BEFORE, `${HIDDEN}$2`).replace(CARD, (digits) => (isCard(digits) ? HIDDEN : digits));
}

// The check digit of every payment card.
function isCard(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
