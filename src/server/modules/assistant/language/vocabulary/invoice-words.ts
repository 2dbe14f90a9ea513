export const EACH = /^(?:each|apiece|ea|every|one-one|per-one|eachone)$/;

export const TOTAL = /^(?:altogether|total|overall|totalling|totaling|totally|lumpsum|everything|together)$/;

export const PRICE_LEADS =
  /^(?:at|@|costing|costs|cost|worth|price|priced|rate|amount|dey|goes|going|=|na|is|charging|selling|sell|sold-at|unit-price|→|:|-|–|—|costed|was|are|were|cost:)$/;

export const DEAL_VERBS =
  /^(?:buy|buys|bought|order|orders|ordered|take|took|takes|taken|purchase|purchased|purchases|collect|collected|collects|carry|carried|pick|picked|want|wants|need|needs|request|requested|requests|owe|owes|owing|owed|get|gets|got|wan|hired|booked|chop|rented|received|receive|billed|invoiced|charged|dey|don|just|has|have|is|was|did|go|suppose|supposed|used|use|asked|will|should)$/;

/** Verbs of deals that follow the customer's name. */
export const CUSTOMER_VERBS =
  /^(?:buy|buys|bought|order|orders|ordered|took|purchase|purchased|collect|collected|carry|carried|pick|picked|want|wants|need|needs|owe|owes|owing|owed|don|dey|requested|hired|booked|wan|has|got|is|just|suppose|rented|go|will|should|did|take|come|came|make|sew|do|get|needed|wanted|used|billed|invoiced|charged)$/;

export const PRONOUN =
  /^(?:her|him|them|am|me|us|it|you|this|that|my|his|their|our|i|we|she|he|they|dem|una|im|hin|e)$/;

export const SMALL_WORDS =
  /^(?:a|an|one|some|someone|somebody|anybody|mean|meant|sent|being|sum|must|shall|only|instead|wait|no|rather|lmk|nvm|btw|fyi|omo|ehen|ehn|asap|haba|chai|lol|hmm|ready|its|informed|required|kk|yh|preparing|prepared|requested|supposed|finish|finished|complete|completed|handled|money|cash|bros|thing|called|named|money-for|please|abeg|biko|oya|kindly|sha|o|oo|ooo|oh|sef|jare|jor|ejo|now|nau|just|thanks|thank|sir|ma|hi|hello|hey|dear|good|morning|afternoon|evening|okay|ok|so|well|actually|quick|quickly|fast|sharp|can|could|would|will|go|want|like|need|wan|should|let|help|dis|as|agreed|discussed|usual|usually|also|too|then|yes|fit|make|say|the|customer's|today's|today|yesterday|job|did|done|here|there|all|with|to|be|name|details|following|follows|below|item|items|item:|goods|service|services|description|desc|qty|quantity|of|boss|chief|bro|dude|guy|my|guys|for|new|line|lines|that|which|who|because|since|he|she|they|we|i|you|his|her|their|him|them|am|e|it|has|have|had|been|was|is|are|only|itself|again|o!|wey|don|dey|na|don't|forget|remember|ya|yeah|sure|assistant|duewell|payment|pay|paid|balance|due|date|on|by|once|when|after|before|invoice|collect|get|this|me|us|our|am\.|abi|join|inside|put|include|issue|from|in|total|his|name's|say|says|said|came|come|supplied|supply|delivered|sold|sell|bought|rendered|provided|work|works|first|second|third|next|last|fill|form|up|out|\d+[.)])$/;

export const INVOICE_NOUNS =
  /^(?:invoice|payment|service|services|delivery|supply|supplies|work|works|paper|name|balance|item|items|goods|job|form|line|order|orders|collection|pickup|total|price|birthday)$/;

/** Words for an unnamed person. */
export const UNNAMED_PERSON =
  /^(?:tenant|landlord|landlady|colleague|supplier|vendor|patient|student|driver|tailor|lecturer|cousin|roommate|oyinbo|foreigner|buyer|woman|man|guy|lady|girl|boy|babe|bros|person|people|fellow|gentleman|customer|client|neighbour|friend|somebody|everybody|all|everyone|them|oga|madam|mama|alhaji)$/;

export const ADJECTIVES = /^(?:new|first|second|third|last|next|good|quick|fast|sharp)$/;

/** Words before a figure that make it part of the goods' name: "size 42", "iPhone 13". */
export const NUMBERED_GOODS =
  /^(?:size|sizes|iphone|samsung|galaxy|model|type|grade|phase|class|level|series|version|infinix|tecno|itel|redmi|nokia|hp|playstation|ps|xbox|ipad|macbook|windows|room|plot|block|house|flat|chapter|part|season|week|day|volume|vol|year|jss|ss|sss|primary|basic|no|number|no\.|batch|lot|pixel|spark|hot|camon|canon|nikon|dell|elitebook|thinkpad|toyota|corolla|camry|benz|peugeot|lexus|route|gate|lane|zone|unit|stage|step|level:|pro|module|formula|seven|channel|mark|super|gen|top|apt|suite|office|studio|serial|code|ref|episode|shade|colour|color|mm|exide|omega|vitamin|note)$/;

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
