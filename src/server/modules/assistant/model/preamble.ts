import { visibleText } from '../replies/escape.ts';

const MAX_SENTENCES = 2;
const MAX_SENTENCE_LENGTH = 180;
const MAX_BUFFERED = 4 * MAX_SENTENCE_LENGTH;

// Nothing that could pass for a figure, a link, a confirmation question, a completed action or a request for
// a secret: those come from our own answer alone.
const FORBIDDEN: readonly RegExp[] = [
  /\p{N}|[₦$€£%&#@<>[\]{}()|*_`~\\^=/?¿؟]|:\/|www\b|\S\.\S/iu,
  /\b(?:naira|kobo|dollars?|cents?|usd|ngn|percent|hundreds?|thousands?|millions?|billions?|grand|dozen)\b/i,
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|half|double)\b/i,
  /\b(?:yes|yeah|okay|ok|confirm\w*|approv\w*|reply|respond|answer|type|say|tap|click|press|open|visit|call|text|message|whatsapp|agree)\b/i,
  /\b(?:sent|created|made|deleted|removed|paid|recorded|withdrawn|transferred|saved|added|done|completed|marked|reminded|settled|changed|updated|received|moved|credited|debited|refunded)\b/i,
  /\b(?:pins?|passwords?|passcodes?|otps?|codes?|bvn|nin|cards?|accounts?|banks?|tokens?|keys?|secrets?|log ?in|sign ?in|e-?mails?|address\w*|instructions?|prompts?|system|admin\w*|support)\b/i,
];

const isAllowed = (sentence: string): boolean =>
  sentence.length <= MAX_SENTENCE_LENGTH &&
  /\p{L}/u.test(sentence) &&
  !FORBIDDEN.some((shape) => shape.test(sentence));

/** Streams the preamble sentence by sentence; `emitted` is what was sent so far. */
export function streamPreamble(onSentence: (delta: string) => void) {
  let [buffer, emitted] = ['', ''];
  return {
    push: (delta: string): void => {
      buffer = `${buffer}${delta}`.slice(0, MAX_BUFFERED);
      const complete = /^[\s\S]*[.!?…](?=\s)/.exec(buffer)?.[0] ?? '';
      const preamble = preambleOf(complete);
      if (preamble.length > emitted.length && preamble.startsWith(emitted))
        onSentence(preamble.slice(emitted.length));
      if (preamble.startsWith(emitted)) emitted = preamble;
    },
    told: (): string => emitted,
  };
}

/** The part of the model's text shown above our answer: at most two short sentences without any claim. */
export function preambleOf(words: string): string {
  const sentences = visibleText(words).match(/\S.*?(?:[.!?…]+(?= |$)|$)/g) ?? [];
  // Cut at the first forbidden sentence: the following ones may depend on it.
  const upTo = sentences.findIndex((sentence) => !isAllowed(sentence.trim()));
  return (upTo === -1 ? sentences : sentences.slice(0, upTo))
    .slice(0, MAX_SENTENCES)
    .map((sentence) => sentence.trim().replace(/[.!…]*$/, '.'))
    .join(' ');
}
