import { set } from './lexicon.ts';

const UNITS =
  set(`bag carton crate yard hour hr trip plate bottle piece pc pcs unit tuber gallon bucket pack packet roll
  box night day head kg kilo kilogram g gram litre liter l dozen episode mudu congo derica session set pair bundle bale
  sheet ream copy page word week month visit class lesson person guest seat room tin can cup jar sachet tray bunch slice
  wrap tonne ton metre meter feet foot ft length coil drum keg jerrycan cooler bowl portion serving truck tipper
  truckload load drop shift minute min post slot user licence license barrel basket heap stick loaf sack module rubber
  cone paint pint pouch tub tube block bar strand suit wheelbarrow rim ride round lap term semester chapter course
  participant delegate man labourer worker child kid student pupil item case container trailer pallet skein spool km
  mile acre plot sqm stanza script design event reel video photo picture song track spot stand mass bottle packs cbm
  hectare bowls scoop cut dress measure custard milo tins daily weekly monthly yearly annum year ounce oz lb pound`);

/** Goods and services; others are recognised by their position. */
const GOODS = set(`
  abaya accessory account accounting acrylic ad advert advertisement adire aircon alarm albumen alteration aluminium
  amala ankara animation app application apron asoebi aso-oke audit baby baking ball balloon banga banner barbing basin battery bead beans
  bearing bed bedding bedsheet beef beer belt bike biscuit blanket blazer blender blind block blouse board bonnet book
  bookkeeping booklet borehole box braid brake branding bread breakfast brick brochure broom brush brushes bubu builder building bulb burger
  bus business buba button buns cable cabinet cake camera camp canopy cap car card cargo carpentry carpet carving casing
  catering cattle ceiling cement chair chalk charcoal charge charger chicken chips chin-chin cleaning clip clipper clock
  cloth clothes coaching coat coconut coffee compost computer concrete conditioner cone consultation consultancy consulting content
  contract cooking cooker copy copywriting corn cosmetics counselling course cover cow crayfish cream crib crochet croissant cup cupcake curtain
  cushion data day dance debugging decking decor decoration deep deposit dental desk design designing detergent development diagnosis dinner diesel dish
  dispenser domain door doughnut drainage drawing dress drill drilling drink driver driving drone drum dry duvet dye
  editing egg eggs electrical embroidery engine entertainment envelope equipment event eyelash extension fabric fabrication facial facility fan farm
  fascinator feed fee fees fence fencing fertilizer fertiliser fibre filing film filter finger finishing fish fitting fixing flask flier flight floor
  flooring flour flower flyer food footwear form frame freezer freight frock frontal fruit fuel fufu full fumigation furniture
  garden garri gari gas gate gel gen generator gele gift glass glasses glove glue goat gown graphic graphics grass grease grill grinding groceries
  groundnut gym hair haircut hairdo hairline hamper handbag handout haulage headshot headset heater heels hemming henna herb hire hollandaise home honey hood hose hosting
  hotel house housekeeping ice icecream indomie ink inspection installation insurance interior internet interlocking inverter iron ironing
  jacket jacuzzi jean jeans jersey jewellery jewelry jollof journal juice jumpsuit kaftan kettle key keyboard kitchen knitting labour lace
  lamination lamp land landing landscape landscaping laptop lash latex laundry lawn lawyer leakage leather lecture legal legwork letter letterhead lighting
  light lining lipstick liquid lock locks loading locs logistics logo lotion lounge lunch machine maize maintenance makeup make-up malt management
  manicure manual mask mat material maths mattress meal meat mechanic media medicine meeting mentoring menu metal meter microphone mic milk millet
  mineral mirror mixer mobile mop motor motorcycle mould moulding moving mug music nail nails nappy nail-polish naming napkin native necklace
  net network noodle noodles notebook novel nylon oats ofada ogbono oil okra okro okrika onion orange oven overlay package packaging packing page paint
  painter painting palm pan pant pants paper parcel part party paste pastry pasta patio paving payroll pedicure pen pencil pension pepper perfume perm pest petrol
  phone photo photography photoshoot picture pillow pipe pipes piping pizza planning plank plant plantain plaster plastering plumbing podcast pole polish polo
  ponmo popcorn portrait pos post poster pot potato pots poultry powder power prawn presentation press pressing printer printing print product production programme
  programming project projector proofreading proposal puff-puff pump purse quality rack radiator ram rebranding recharge recording redesign refill refilling refrigerator
  registration rehearsal removal renewal renovation rent rental repair repairing repairs reply report research reservation restyling resume retainer retouch retouching retwist revamp
  reupholstery ribbon rice ring rings roasting rod roof roofing room router rug sack sand sandal sandals sandwich sanitizer satellite sauce sausage scaffolding scanning scarf school screen
  screeding screw script seasoning seat seed semo seo server service services servicing sesame setup sewing shampoo shawarma shea shelf shipping shirt shoe
  shoes shoot shooting shorts shrimp sign signage silk singlet sink site skincare skirt slab slippers smoothie snack snacks soap socks soda sofa software
  solar sound soup souvenir soya spaghetti spare speaker spices sponge spray spraying stabilizer staging stand standing stationery steak steel sticker stitching
  stock stone stool storage story stove studio styling subscription sugar suit sunglasses supplement supply supplies surgery suya swallow sweep sweeping swimming swing switch
  system table tailoring tank tap tarpaulin taxi tea teaching teeth template tent test textbook tile tiles tiling timber tint tissue toilet tomato toner tools topping
  top tote towel toy tracker trailer training transcription translation transport transportation travel tray treatment trimming tripod trouser trousers truck t-shirt tshirt tuition turkey
  tutorial tutoring tv typesetting typing tyre tyres ugu ui umbrella underlay unders uniform upgrade upholstery ushering vaccine van vase vegetable vehicle veil video videography vigil
  visa vitamin voiceover vulcanizing vulcanising waist waiter walling wallpaper wardrobe wash washing watch water waterproofing wax waxing weave weaving web website wedding weeding
  welding wheat wig wigs wine window windows wire wiring wood workshop wrapper writing yam yams yoghurt yogurt zipper zobo
  fufu egusi ewedu efo asun moi-moi moimoi akara agbada senator isiagu gele coral coral-beads crates delivery dispatch pickup waybill
  airport pick-up drop-off gateway integration hosting domain vat pos ac cctv tv consultancy filing deposit machine setup sewing mix beat jingle advert copyright patent merch`);

const STEMS: readonly [RegExp, string][] = [
  [/ies$/, 'y'],
  [/(ch|sh|x|ss|z)es$/, '$1'],
  [/ves$/, 'f'],
  [/(?<!s)s$/, ''],
];

/** A noun in the singular. */
export function singular(word: string): string {
  const rule = STEMS.find(([pattern]) => pattern.test(word));
  return rule ? word.replace(...rule) : word;
}

/** Whether a word measures things: bag, carton, hour, trip. */
export const isUnit = (word: string): boolean => UNITS.has(word) || UNITS.has(singular(word));

/** Whether a word names goods or a service, as far as the word alone shows. */
export function isGoods(word: string): boolean {
  if (GOODS.has(word) || GOODS.has(singular(word))) return true;
  if (/^(?:sterling|king|fleming|harding|browning|banking|clement|vincent|sanction)$/.test(word))
    return false;
  return word.length >= 6 && /(?:[^s]ing|tion|sion|ment|ance|ware|wear|ology|graphy)s?$/.test(word);
}

export const EACH = /^(?:each|apiece|ea|every|one-one|per-one|eachone)$/;

export const TOTAL =
  /^(?:total|overall|totalling|totaling|totally|lumpsum|everything|(?:al)?toge(?:th|d)(?:er|a))$/;

/** Words for an unnamed person. */
export const UNNAMED_PERSON = set(
  `tenant landlord landlady colleague supplier vendor patient student driver tailor lecturer cousin roommate oyinbo
  foreigner buyer woman man guy lady girl boy babe bros person people fellow gentleman customer client neighbour
  friend someone somebody anyone anybody nobody everybody all everyone them oga madam mama alhaji`,
);

const ENGINES =
  /^(?:motor|pump|ac|engine|generator|compressor|split|air|aircon|conditioner|inverter|machine|submersible|borehole|unit|panasonic|lg|hisense|gas|electric)$/;

/** Whether a figure before this word is part of what is sold: "4 tier cake", "2 hp pump"; "2 hp laptops" are two. */
export const isAttribute = (word: string, after: string | undefined): boolean =>
  ATTRIBUTES.test(word) && (word !== 'hp' || ENGINES.test(after ?? ''));

/** Words after a figure that make it part of the goods: "4 tier cake", "3 seater sofa". */
const ATTRIBUTES =
  /^(?:tier|tiered|seater|bedroom|layer|layered|inch|star|ply|phase|burner|legged|sided|volt|watt|kva|hp|storey)$/;
