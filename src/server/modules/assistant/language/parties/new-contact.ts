import type { NewContact } from '#contract/assistant.ts';
import type { Word } from '../tokens/tokenize.ts';
import { emailIn, nameIn, phoneIn } from './contact-details.ts';

/** A customer in a message: "Put Tega for my customer list, hin email na tega@example.com". */
export function contactIn(words: readonly Word[]): NewContact {
  const [email, phone] = [emailIn(words), phoneIn(words)];
  const spans = [email, phone].filter((span) => span !== null);
  const free = words.map((word, at) =>
    spans.some(({ from, to }) => from <= at && at < to) ? { ...word, raw: ',', word: ',' } : word,
  );
  return {
    name: partnershipName(free) ?? nameIn(withoutCommand(free), []),
    email: email?.value ?? null,
    phone: phone?.value ?? null,
  };
}

// "Obi, Eze & Co" is one name.
function partnershipName(words: readonly Word[]): string | null {
  const text = words.map((word) => word.raw).join(' ');
  return (
    /\p{Lu}[\p{L}'.]+(?: ,(?: \p{Lu}[\p{L}'.]+){1,2}){1,3} (?:&|and) \p{Lu}[\p{L}'.]+/u
      .exec(text)?.[0]
      .replaceAll(' ,', ',') ?? null
  );
}

// Command words are no part of the name.
function withoutCommand(words: readonly Word[]): Word[] {
  return words.filter(({ word }) => !COMMAND_WORDS.test(word));
}

const COMMAND_WORDS =
  /^(?:this|that|these|customers?|clients?|contacts?|buyers?|people|add|save|put|register|create|store|enter|onboard|new|list|my|named|called|name|please|abeg|kindly|help|me|can|you|u|could|would|want|wan|to|into|inside|is|na|as|a|an|one|the|i|for|of|book|directory|record|oya|now|also|just|got|get|have|we|our|make|his|her|hin|their|phonebook|who|whose|database|base|details|following|'|"|“|”|keep|note|open|input|set|up|and|with|am|o|dem|them)$/;
