import type { Rng } from './rng.ts';

/** Content of a synthetic document, amounts in kobo. */
export type Deal = {
  seller: string;
  address: string;
  phone: string;
  email: string;
  buyer: string;
  buyerAddress: string;
  buyerPhone: string | null;
  number: string;
  date: string;
  due: string | null;
  lines: { description: string; quantity: number; rate: number; total: number }[];
  subtotal: number;
  discount: number;
  tax: number;
  total: number;
  withholding: number;
  paid: number;
};

const sellers = [
  'Oludara Print House',
  'Mama Kelechi Provision Store',
  'Tamunobo Marine Services Ltd',
  'Zuma Rock Catering',
  'Ibikunle & Sons Ventures',
  'Hadiza Fabrics Nig Ltd',
  'Kpakpando Electricals Enterprises',
  'Brightlane Logistics Limited',
  'Ekaette Bakery',
  'Sabon Gari Building Materials',
  'Omoge Beauty Place',
  'Delta Crown Furniture Works',
  'Akwa Digital Solutions Ltd',
  'Iya Sikira Foods',
  'Northgate Auto Parts',
] as const;
const buyers = [
  'Mr. Tobenna Uzor',
  'Halima Garba',
  'Redoak Schools',
  'Chief B. A. Ogunsanya',
  'Peculiar Events Ltd',
  'Mrs. Ronke Adeleke',
  'Gidan Zaki Hotel',
  'St. Bridget Clinic',
  'Emeka Nwosu',
  'Lekki Palm Residents Association',
  'Funmi Alabi',
  'Bassey & Co',
  'Yusuf Danladi',
  'Harvest Gate Church',
] as const;
const streets = [
  '14 Awolowo Way, Ikeja, Lagos',
  'Shop B12, Wuse Market, Abuja',
  '7 Aba Road, Port Harcourt',
  '22 Ring Road, Ibadan',
  '3 Zoo Road, Kano',
  '81 Nnebisi Road, Asaba',
] as const;
const products: readonly (readonly [string, number, number])[] = [
  ['A5 flyers, gloss', 120, 500],
  ['Bag of cement', 8_500, 60],
  ['Roll-up banner', 28_000, 4],
  ['Small chops platter', 3_500, 40],
  ['Office chair', 64_500, 6],
  ['Ankara, 6 yards', 13_750, 8],
  ['Engine oil 4L', 21_800, 5],
  ['Website maintenance', 75_000, 1],
  ['Delivery to Ajah', 4_500, 3],
  ['Jollof rice (cooler)', 55_000, 3],
  ['LED bulb 12W', 1_350, 30],
  ['Hair braiding', 15_000, 2],
  ['PVC pipe 4 inch', 6_200, 25],
  ['Exercise books (dozen)', 4_800, 20],
  ['Generator servicing', 18_500, 1],
  ['Palm oil 25L', 39_000, 4],
  ['Logo design', 60_000, 1],
  ['Door lock set', 9_250, 7],
  ['Paint 20L', 32_400, 6],
  ['Photo frames', 2_750, 12],
];

const pad = (value: number) => String(value).padStart(2, '0');

/** A deal between people and shops that do not exist. */
export function generateDeal(
  rng: Rng,
  about: { discount: boolean; vat: boolean; withholding: boolean; part: boolean },
): Deal {
  const lines = rng.some(products, rng.integer(1, 5)).map(([description, price, most]) => {
    const quantity = rng.integer(1, most);
    const rate = price * 100 + (rng.often(0.15) ? 50 * rng.integer(1, 20) * 5 : 0);
    return { description, quantity, rate, total: quantity * rate };
  });
  const subtotal = lines.reduce((sum, line) => sum + line.total, 0);
  const discount = about.discount ? Math.round(subtotal / 20 / 10_000) * 10_000 : 0;
  const tax = about.vat ? Math.round((subtotal - discount) * 0.075) : 0;
  const total = subtotal - discount + tax;
  const month = rng.integer(1, 11);
  const day = rng.integer(1, 28);
  const year = rng.pick([2025, 2026]);
  const seller = rng.pick(sellers);
  return {
    seller,
    address: rng.pick(streets),
    phone: `080${rng.integer(20_000_000, 69_999_999)}`,
    email: `accounts@${seller
      .toLowerCase()
      .replace(/[^a-z]+/g, '')
      .slice(0, 12)}.ng`,
    buyer: rng.pick(buyers),
    buyerAddress: rng.pick(streets),
    buyerPhone: rng.often(0.4) ? `0703${rng.integer(1_000_000, 9_999_999)}` : null,
    number: rng.pick([
      `INV-${pad(rng.integer(1, 99))}${rng.integer(10, 99)}`,
      `${rng.integer(100, 9999)}`,
      `BL/${year}/${rng.integer(100, 999)}`,
    ]),
    date: `${year}-${pad(month)}-${pad(day)}`,
    due: rng.often(0.5) ? `${year}-${pad(Math.min(12, month + 1))}-${pad(day)}` : null,
    lines,
    subtotal,
    discount,
    tax,
    total,
    withholding: about.withholding ? Math.round((subtotal - discount) * 0.05) : 0,
    paid: about.part ? Math.round(total / 2 / 100_000) * 100_000 : 0,
  };
}

const grouped = (kobo: number) => {
  const naira = String(Math.floor(kobo / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  return { naira, kobo: pad(kobo % 100) };
};

/** An amount without a sign. */
export const plainMoney = (minor: number): string => `${grouped(minor).naira}.${grouped(minor).kobo}`;

/** The ways naira are printed. */
export const nairaStyles: readonly [(kobo: number) => string, ...((kobo: number) => string)[]] = [
  (kobo) => `₦${grouped(kobo).naira}.${grouped(kobo).kobo}`,
  (kobo) => `N${grouped(kobo).naira}.${grouped(kobo).kobo}`,
  (kobo) => `=N= ${grouped(kobo).naira}.${grouped(kobo).kobo}`,
  (kobo) => (kobo % 100 === 0 ? `#${grouped(kobo).naira}` : `#${grouped(kobo).naira}.${grouped(kobo).kobo}`),
  (kobo) => `₦${grouped(kobo).naira}:${grouped(kobo).kobo}k`,
  (kobo) => `NGN ${grouped(kobo).naira}.${grouped(kobo).kobo}`,
  plainMoney,
];

export const inTwoColumns = (kobo: number): [string, string] => [grouped(kobo).naira, grouped(kobo).kobo];

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** The ways dates are written. */
export const dateStyles: readonly [(date: string) => string, ...((date: string) => string)[]] = [
  (date) => date.split('-').toReversed().join('/'),
  (date) => date.split('-').toReversed().join('-'),
  (date) => `${Number(date.slice(8))} ${monthNames[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`,
  (date) =>
    `${monthNames[Number(date.slice(5, 7)) - 1]?.slice(0, 3)} ${Number(date.slice(8))}, ${date.slice(0, 4)}`,
  (date) => `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(2, 4)}`,
];

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** A whole number in words. */
export function amountInWords(value: number): string {
  if (value < 20) return ones[value] ?? '';
  if (value < 100)
    return `${tens[Math.floor(value / 10)]}${value % 10 ? ` ${amountInWords(value % 10)}` : ''}`;
  const [size, name] = value < 1000 ? [100, 'hundred'] : value < 1e6 ? [1000, 'thousand'] : [1e6, 'million'];
  const rest = value % size;
  return `${amountInWords(Math.floor(value / size))} ${name}${rest ? ` ${amountInWords(rest)}` : ''}`;
}
