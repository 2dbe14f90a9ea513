const PIN_LENGTH = 4;
const FIRST_YEAR = 1900;
const LAST_YEAR = 2039;

/** Lines, corners, squares and corners' edges of a telephone keypad; each is refused backwards as well. */
const KEYPAD_PATHS = [
  '2580',
  '1470',
  '3690',
  '1590',
  '3570',
  '1397',
  '3971',
  '9713',
  '7139',
  '1379',
  '7193',
  '1254',
  '2365',
  '4587',
  '5698',
  '1245',
  '2356',
  '4578',
  '5689',
  '1236',
  '1478',
  '3698',
  '7896',
  '7412',
  '9632',
  '1475',
  '2684',
  '4862',
  '2486',
];

/** Commonly chosen PINs and passwords: words spelt on the keys, emergency numbers, film heroes, near runs. */
const FAVOURITES = [
  '0007',
  '0070',
  '0911',
  '1004',
  '1123',
  '1230',
  '1324',
  '1342',
  '2512',
  '4200',
  '5683',
  '6910',
];

const REFUSED = new Set([...KEYPAD_PATHS, ...KEYPAD_PATHS.map(backwards), ...FAVOURITES]);

/**
 * Whether a four-digit PIN is among the first that a thief would try: repeats, doubles, runs, years from 1900 to 2039,
 * paths across the keypad, and favourites. Anything that is not four digits counts as easy.
 */
export function isEasyPin(pin: string): boolean {
  if (!/^\d{4}$/.test(pin)) return true;
  return hasThreeAlike(pin) || isDoubled(pin) || isRun(pin) || isYear(pin) || REFUSED.has(pin);
}

function hasThreeAlike(pin: string): boolean {
  return Array.from(pin).some((digit) => pin.split(digit).length > PIN_LENGTH - 1);
}

// 1212, 1122 and 1221: the doubles that dates such as the twelfth of December also make.
function isDoubled(pin: string): boolean {
  const [a, b, c, d] = pin;
  return (a === c && b === d) || (a === b && c === d) || (a === d && b === c);
}

// Steps of one or two in either direction, around the end too: 1234, 8642, 7890, 9012.
function isRun(pin: string): boolean {
  const steps = [0, 1, 2].map((at) => (Number(pin[at + 1]) - Number(pin[at]) + 10) % 10);
  return steps.every((step) => step === steps[0]) && [1, 2, 8, 9].includes(steps[0] ?? 0);
}

function isYear(pin: string): boolean {
  return Number(pin) >= FIRST_YEAR && Number(pin) <= LAST_YEAR;
}

function backwards(pin: string): string {
  return Array.from(pin).reverse().join('');
}
