import { seen } from '../replies/plain.ts';

const MOST_SENTENCES = 2;
const LONGEST = 180;
const MOST_HEARD = 4 * LONGEST;

// Nothing that could pass for a figure, a link, a confirmation question, a completed action or a request for
// a secret: those come from our own answer alone.
const UNFIT: readonly RegExp[] = [
  /\p{N}|[₦$€£%&#@<>[\]{}()|*_`~\\^=/?¿؟]|:\/|www\b|\S\.\S/iu,
  /\b(?:naira|kobo|dollars?|cents?|usd|ngn|percent|hundreds?|thousands?|millions?|billions?|grand|dozen)\b/i,
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|half|double)\b/i,
  /\b(?:yes|yeah|okay|ok|confirm\w*|approv\w*|reply|respond|answer|type|say|tap|click|press|open|visit|call|text|message|whatsapp|agree)\b/i,
  /\b(?:sent|created|made|deleted|removed|paid|recorded|withdrawn|transferred|saved|added|done|completed|marked|reminded|settled|changed|updated|received|moved|credited|debited|refunded)\b/i,
  /\b(?:pins?|passwords?|passcodes?|otps?|codes?|bvn|nin|cards?|accounts?|banks?|tokens?|keys?|secrets?|log ?in|sign ?in|e-?mails?|address\w*|instructions?|prompts?|system|admin\w*|support)\b/i,
];

const isFit = (sentence: string): boolean =>
  sentence.length <= LONGEST && /\p{L}/u.test(sentence) && !UNFIT.some((shape) => shape.test(sentence));

/** Streams the preamble sentence by sentence; `emitted` is what was sent so far. */
export function leadAsHeard(hear: (piece: string) => void) {
  let [words, told] = ['', ''];
  return {
    hear: (piece: string): void => {
      words = `${words}${piece}`.slice(0, MOST_HEARD);
      const whole = /^[\s\S]*[.!?…](?=\s)/.exec(words)?.[0] ?? '';
      const lead = leadOf(whole);
      if (lead.length > told.length && lead.startsWith(told)) hear(lead.slice(told.length));
      if (lead.startsWith(told)) told = lead;
    },
    told: (): string => told,
  };
}

/** The part of the model's text shown above our answer: at most two short sentences without any claim. */
export function leadOf(words: string): string {
  const sentences = seen(words).match(/\S.*?(?:[.!?…]+(?= |$)|$)/g) ?? [];
  // Cut at the first forbidden sentence: the following ones may depend on it.
  const upTo = sentences.findIndex((sentence) => !isFit(sentence.trim()));
  return (upTo === -1 ? sentences : sentences.slice(0, upTo))
    .slice(0, MOST_SENTENCES)
    .map((sentence) => sentence.trim().replace(/[.!…]*$/, '.'))
    .join(' ');
}
