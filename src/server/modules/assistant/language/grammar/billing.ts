import { amountAt } from '../amounts/amounts.ts';
import { isSeparator, type Word } from '../tokens/tokenize.ts';
import { isGoods } from '../vocabulary/goods.ts';
import { isDealVerb } from '../vocabulary/invoice-words.ts';
import type { Chunk } from './chunk.ts';
import { isCapitalized } from './name-chunks.ts';

const MAKES =
  /^(?:create|make|raise|generate|draft|prepare|issue|do|write|run|produce|open|start|cut|give|send|need|want|wan|get|drop|type|bring|fix|add|have|like|build|process|compose|put|print|log|record|draw|fill|new|another|fresh|second|quick)$/;

const SENDS = /^(?:email|mail|whatsapp|share|forward|shoot|text)$/;

const FILLERS =
  /^(?:me|us|one|a|an|the|new|another|up|out|for|quick|fresh|simple|small|proper|this|that|my|sharp|to|please|abeg|i|fast|kindly|nice|am|him|her|them|customer|sales|proforma|pro-forma|commercial|official|correct|short|just|single|his|their|draft|\/)$/;

const NOUN = /^(?:invoice|bill|invoices|e-invoice|receipt)$/;

const VERB = /^(?:invoice|bill|charge|invoicing|billing|charging)$/;

// "Make an invoice", "I wan bill", "invoice her"; but not "invoice booklets" or "service charge".
export function billingAt(
  words: readonly Word[],
  at: number,
  previous: readonly Chunk[],
): { to: number; whom: boolean } | null {
  const { word = '' } = words[at] ?? {};
  const last = previous.at(-1);
  if (MAKES.test(word)) {
    let to = at + 1;
    while (
      to < words.length &&
      to - at < 7 &&
      (FILLERS.test(words[to]?.word ?? '') || MAKES.test(words[to]?.word ?? ''))
    )
      to++;
    if (NOUN.test(words[to]?.word ?? '')) return { to: pronounAfter(words, to + 1), whom: true };
  }
  if ((MAKES.test(word) || SENDS.test(word)) && opensSentence(last) && nounAhead(words, at + 1))
    return { to: at + 1, whom: true };
  if (NOUN.test(word) && /^(?:an?|the|new|this)$/.test(words[at - 1]?.word ?? '') && last?.kind !== 'figure')
    return { to: at + 1, whom: true };
  if (
    NOUN.test(word) &&
    /['’]s?$/.test(words[at - 1]?.raw ?? '') &&
    /^(?::|-|–|should|will|is|na)$/.test(words[at + 1]?.word ?? '')
  )
    return { to: at + 2, whom: false };
  if (NOUN.test(word) && nounOfBilling(words, at, previous)) return { to: at + 1, whom: true };
  if (
    VERB.test(word) &&
    (previous.some(({ kind, amount }) => kind === 'bill' || amount) ||
      (last && /^(?:sold|supplied|sell|supply|delivered|printed|made|did|of)$/.test(last.word)) ||
      (last && isDealVerb(last.word))) &&
    isGoods(words[at + 1]?.word ?? '') &&
    !isCapitalized(words[at + 1])
  )
    return null;
  if (!VERB.test(word) || (last?.kind === 'bill' && isCapitalized(words[at]) && isCapitalized(words[at + 1])))
    return null;
  const opens = opensSentence(last) || /^(?:and|whom)$/.test(last?.kind ?? '');
  const pronoun = pronounAfter(words, at + 1);
  return opens || pronoun > at + 1 ? { to: pronoun, whom: true } : null;
}

const opensSentence = (last: Chunk | undefined): boolean =>
  !last || /^(?:comma|stop|small|bill)$/.test(last.kind);

// "send Ada an invoice", "give Musa invoice of 5k".
function nounAhead(words: readonly Word[], at: number): boolean {
  const noun = words.findIndex(({ word }, i) => i >= at && i < at + 7 && NOUN.test(word));
  if (
    noun === -1 ||
    words
      .slice(at, noun)
      .some(
        (word, i) =>
          isSeparator(word) || (/\d/.test(word.raw) && !isSum(words, at + i)) || word.word === 'for',
      )
  )
    return false;
  return /^(?:an?|the)$/.test(words[noun - 1]?.word ?? '') || followsInvoice(words, noun);
}

// "raise 45k invoice on Chike".
const isSum = (words: readonly Word[], at: number): boolean =>
  (amountAt(words, at)?.kind ?? 'plain') !== 'plain';

const followsInvoice = (words: readonly Word[], noun: number): boolean =>
  isSeparator(words[noun + 1]) ||
  /^(?:for|of|worth|at|with|on)$/.test(words[noun + 1]?.word ?? '') ||
  amountAt(words, noun + 1) !== null;

function nounOfBilling(words: readonly Word[], at: number, previous: readonly Chunk[]): boolean {
  const opening = previous.find(({ kind, raw }) => kind === 'bill' || (kind === 'whom' && /give/i.test(raw)));
  const alreadyBilled = previous.some(
    ({ kind, from, to }) => kind === 'bill' && words.slice(from, to).some(({ word }) => NOUN.test(word)),
  );
  return opening !== undefined && !alreadyBilled && followsInvoice(words, at);
}

function pronounAfter(words: readonly Word[], at: number): number {
  if (!/^(?:her|him|them|am)$/.test(words[at]?.word ?? '')) return at;
  return at + 1;
}
