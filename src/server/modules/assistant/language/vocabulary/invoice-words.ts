export const EACH = /^(?:each|apiece|ea|every|one-one|per-one|eachone)$/;

export const TOTAL = /^(?:altogether|total|overall|totalling|totaling|totally|lumpsum|everything|together)$/;

const DEAL_VERBS =
  /^(?:buy|buys|bought|order|orders|ordered|take|took|takes|taken|purchase|purchased|purchases|collect|collected|collects|carry|carried|pick|picked|want|wants|need|needs|request|requested|requests|owe|owes|owing|owed|get|gets|got|wan|hired|booked|chop|rented|received|receive|billed|invoiced|charged|dey|don|just|has|have|is|was|did|go|suppose|supposed|used|use|asked|will|should)$/;

/** Words for an unnamed person. */
export const UNNAMED_PERSON =
  /^(?:tenant|landlord|landlady|colleague|supplier|vendor|patient|student|driver|tailor|lecturer|cousin|roommate|oyinbo|foreigner|buyer|woman|man|guy|lady|girl|boy|babe|bros|person|people|fellow|gentleman|customer|client|neighbour|friend|someone|somebody|anyone|anybody|nobody|everybody|all|everyone|them|oga|madam|mama|alhaji)$/;

/** Whether a word is a verb of a deal, so that the word before it is the customer. */
export const isDealVerb = (word: string): boolean => DEAL_VERBS.test(word);

const ENGINES =
  /^(?:motor|pump|ac|engine|generator|compressor|split|air|aircon|conditioner|inverter|machine|submersible|borehole|unit|panasonic|lg|hisense|gas|electric)$/;

/** Whether a figure before this word is part of what is sold: "4 tier cake", "2 hp pump"; "2 hp laptops" are two. */
export const isAttribute = (word: string, after: string | undefined): boolean =>
  ATTRIBUTES.test(word) && (word !== 'hp' || ENGINES.test(after ?? ''));

/** Words after a figure that make it part of the goods: "4 tier cake", "3 seater sofa". */
const ATTRIBUTES =
  /^(?:tier|tiered|seater|bedroom|layer|layered|inch|star|ply|phase|burner|legged|sided|volt|watt|kva|hp|storey)$/;
