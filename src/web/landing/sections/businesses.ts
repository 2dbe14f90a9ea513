import { type Minor, minor } from '#core/money.ts';

type ClothDesign = { seed: string; primary: string; secondary: string };

export const mamaNgozi: ClothDesign = { seed: 'Mama Ngozi', primary: '#0B7A4B', secondary: '#F7C948' };

export type UseCase = {
  kind: string;
  text: string;
  name: string;
  trade: string;
  cloth: ClothDesign;
  slip: { what: string; amount: Minor; state: 'paid' | 'sent' };
};

/** Six businesses nobody owns, one for each kind of customer. */
export const exampleBusinesses: UseCase[] = [
  {
    kind: 'Salons, repair shops and tutors',
    text: 'Take a deposit before the day is booked, and the rest before the chair is warm.',
    name: 'Bisi Beauty',
    trade: 'Salon, Ibadan',
    cloth: { seed: 'Bisi Beauty', primary: '#C2185B', secondary: '#FFC107' },
    slip: { what: 'Bridal make-up, deposit', amount: minor(4_500_000), state: 'paid' },
  },
  {
    kind: 'Delivery and logistics',
    text: 'Invoice a trip from the roadside. The QR code is on the phone when the goods come off the truck.',
    name: 'Danladi Haulage',
    trade: 'Logistics, Kano',
    cloth: { seed: 'Danladi Haulage', primary: '#1F4FA3', secondary: '#F26B3A' },
    slip: { what: 'Kano to Jos, 15 tonnes', amount: minor(38_500_000), state: 'sent' },
  },
  {
    kind: 'Event organisers and caterers',
    text: 'The order book stays. Say the order in a sentence or photograph the printed list, and the invoice is in the chat before the client is.',
    name: 'Mama Ngozi',
    trade: 'Catering, Enugu',
    cloth: mamaNgozi,
    slip: { what: 'Jollof, 2 trays, and small chops', amount: minor(12_000_000), state: 'paid' },
  },
  {
    kind: 'Freelancers, consultants and agencies',
    text: 'Bill a client in Lagos in naira and one in London in dollars, and see both add up.',
    name: 'Ṣadé Studio',
    trade: 'Design, Abẹ́òkúta',
    cloth: { seed: 'Ṣadé Studio', primary: '#7A1F5C', secondary: '#F29CB7' },
    slip: { what: 'Logo and packaging', amount: minor(65_000_000), state: 'sent' },
  },
  {
    kind: 'Online shops and small firms',
    text: 'Every order gets its own link, so you pack what is paid and stop matching screenshots.',
    name: 'Efe Footwear',
    trade: 'Online shop, Benin City',
    cloth: { seed: 'Efe Footwear', primary: '#111827', secondary: '#EF4444' },
    slip: { what: 'Leather sandals, 3 pairs', amount: minor(6_750_000), state: 'paid' },
  },
  {
    kind: 'Lawyers, accountants and other professionals',
    text: 'A proper invoice with your terms and VAT on it, and a record that your own auditor would like.',
    name: 'Okon & Partners',
    trade: 'Law firm, Uyo',
    cloth: { seed: 'Okon & Partners', primary: '#00695C', secondary: '#80CBC4' },
    slip: { what: 'Tenancy agreement', amount: minor(15_000_000), state: 'sent' },
  },
];
