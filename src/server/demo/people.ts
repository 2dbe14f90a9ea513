/** The customers of the demo business: name and the part of the address before `.example`. */
export const customerNames: readonly [string, string][] = [
  ['Mrs Folake Bello', 'folake@bello-homes'],
  ['Ọláìyá Foods Ltd', 'orders@olaiya'],
  ['Zaria Tutors', 'bursar@zariatutors'],
  ['Danladi Haulage', 'danladi@haulage'],
  ['Kunle Autos', 'kunle@autos'],
  ['Ṣadé Studio', 'sade@studio'],
  ['Nkiruka Okoye', 'nkiruka@okoye'],
  ['St Mary’s Parish, Enugu', 'office@stmarys'],
  ['Coal City Hotel', 'events@coalcity'],
  ['Chief Emeka Nwosu', 'emeka@nwosu'],
  ['Hauwa Abubakar', 'hauwa@abubakar'],
  ['Ibom Deep Sea Logistics', 'ops@ibomdeepsea'],
  ['University of Nigeria Staff School', 'admin@unnstaff'],
  ['Mama Ngozi Stores', 'ngozi@stores'],
  ['Ẹ̀bùn Events', 'hello@ebun'],
  ['Tèmítọ́pẹ́ Adéyẹmí', 'temitope@adeyemi'],
  ['Ụ́jụ Fabrics', 'uju@fabrics'],
  ['Plateau Fresh Farms', 'sales@plateaufresh'],
  ['Barr. Ifeanyi Eze & Co', 'chambers@eze'],
  ['Dr Amina Yusuf Clinic', 'amina@clinic'],
  ['Lekki Beach House', 'stay@lekkibeach'],
  ['Obinna Phones', 'obinna@phones'],
  ['Sunrise Nursery School', 'head@sunrise'],
  ['Warri Marine Works', 'yard@warrimarine'],
  ['Kaduna Polo Club', 'club@kadunapolo'],
  ['Ngozi & Tunde Wedding', 'wedding@ngozitunde'],
  ['Awka Millennium Park', 'office@awkapark'],
  ['Bright Star Church', 'welfare@brightstar'],
  ['Alhaji Musa Ibrahim', 'musa@ibrahim'],
  ['Grace Effiong', 'grace@effiong'],
  ['Port Harcourt Youth Choir', 'choir@phyouth'],
  ['Oyo State Writers’ League', 'league@oyowriters'],
  ['Chinedu Furniture', 'chinedu@furniture'],
  ['Zainab Spa & Beauty', 'zainab@spa'],
  ['Federal Staff Cooperative', 'coop@fedstaff'],
  ['Adamawa Rice Mill', 'mill@adamawarice'],
  ['Iya Basira Canteen', 'basira@canteen'],
  ['Onitsha Book Depot', 'depot@onitshabooks'],
  ['Lagos Tech Meetup', 'team@lagostech'],
  ['Nnamdi Solar', 'nnamdi@solar'],
  ['Calabar Carnival Band 5', 'band5@carnival'],
  ['Mrs Yetunde Coker', 'yetunde@coker'],
  ['Aba Shoe Makers’ Union', 'union@abashoes'],
  ['Hon. Bukola Ajayi', 'bukola@ajayi'],
  ['Green Valley Estate', 'estate@greenvalley'],
];

/** Products of the demo business: the line, and the range of its rate in naira. */
export const services: readonly [string, number, number][] = [
  ['Jollof rice, large tray', 38_000, 48_000],
  ['Small chops, 50 guests', 30_000, 42_000],
  ['Asun platter', 25_000, 35_000],
  ['Ọfada rice and ayamase, tray', 42_000, 55_000],
  ['Drinks and ice, per crate', 9_000, 14_000],
  ['Waiting staff, per head', 8_000, 12_000],
  ['Chairs and tables, set of 10', 15_000, 22_000],
  ['Canopy, 20 by 40', 45_000, 70_000],
  ['Cake, three tiers', 85_000, 160_000],
  ['Hall decoration', 120_000, 280_000],
  ['Delivery within Enugu', 5_000, 12_000],
  ['Cooler hire, per day', 4_000, 7_000],
];

/** Purposes of an invoice. */
export const occasions: readonly [string, ...string[]] = [
  'Catering for naming ceremony',
  'Wedding reception',
  'Staff lunch, weekly',
  'Burial rites refreshments',
  'Birthday party',
  'Church harvest',
  'End-of-term party',
  'Product launch',
  'Housewarming',
  'Traditional marriage',
  'Board meeting refreshments',
  'Thanksgiving service',
];

/** The phone number of an address: most customers gave one. */
export function phoneOf(email: string): string | null {
  const at = customerNames.findIndex(([, address]) => email.startsWith(address));
  return at < 0 || at % 4 === 3 ? null : `+23480355501${String(at).padStart(2, '0')}`;
}
