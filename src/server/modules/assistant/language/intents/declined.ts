import { amountAt } from '../amounts/amounts.ts';
import { canStartName } from '../parties/names.ts';
import type { Word } from '../tokens/tokenize.ts';
import { type Clause, textOf, type Utterance } from '../tokens/utterance.ts';

export type DeclinedIntent = 'withdraw' | 'change_bank_details' | 'record_payment';

const BANK =
  'gtb|gtbank|gt bank|access bank|zenith|uba|kuda|opay|palmpay|moniepoint|first ?bank|fidelity|sterling|wema|fcmb|union bank|polaris|stanbic|ecobank|providus|keystone|jaiz|alat|carbon|paga|piggyvest|cowrywise|bank|account|acct|wallet|card|savings';
const MONEY =
  'money|funds?|cash|balance|salary|salaries|wages?|earnings|proceeds|everything|savings|profit|it all|kobo|change';
const TRANSFER_VERBS =
  'send|transfer|move|wire|remit|pay|push|shift|drop|credit|forward|dash|give|carry|put|enter|deposit|disburse|release|settle|refund|return|fund|run|port|flash|throw|sweep|liquidate|drain|empty|ship';

const PAYOUT_PHRASES = [
  /\bwithdraw(?:al|als|ing|n|s)?\b|\bcash[ -]?(?:me )?out\b|\bcashout\b|\bpay-?outs?\b|\bdisburse(?:ment)?s?\b|\brefund(?:s|ing)?\b|\b(?:out of|from|use) my (?:balance|wallet)\b/,
  new RegExp(`\\b(?:${TRANSFER_VERBS})(?: \\S+){0,5} (?:${MONEY})\\b(?! (?:invoice|reminder|order))`),
  new RegExp(
    `\\b(?:${TRANSFER_VERBS})(?: \\S+){0,6} (?:to|into|enter|inside|in|for)(?: (?:my|the|his|her|this|our|another|a|personal|savings|bank|own))* (?:${BANK})\\b`,
  ),
  /\b(?:bring|take|pull|collect|remove|comot|get|carry|release|give me|want|need|wan|have)(?: (?:out|all|of|me|back|down|commot|comot))*(?: my)(?: own)? (?:money|cash|balance|funds|earnings)\b/,
  /\b(?:give|return|send)(?: \S+){0,4} [₦$#n]?\d[\d,.]*[km]?(?: naira)? back\b|\b(?:give|return|send)(?: \S+){0,3} back(?: \S+){0,2} [₦$#n]?\d/,
  /\b(?:buy|get)(?: \S+){0,3} (?:airtime|recharge card|data bundle|data plan)\b|\brecharge (?:my|me|phone)\b|\b(?:lend|loan|borrow) (?:me|him|her|my|us)\b/,
];
const PAYS_SOMEBODY =
  /^ ?(?:pay|settle)(?! (?:me|by|before|on|within|in|date|link|page|due|latest|today|tomorrow|to|monday|tuesday|wednesday|thursday|friday|saturday|sunday|next|this|-|\d+ (?:days|weeks)))\b/;
const OTHER_THINGS =
  /\b(?:invoices?|bills?|reminders?|report|projection|discount|off|receipts?|quote|vat|price|statement|inv)\b/;

const BANK_DETAIL =
  '(?:bank(?! (?:charges?|fees?|transfers?|drafts?|statements?|alerts?))|account(?: (?:number|details|name|no|info))|acct(?: (?:number|details|no))?|account(?= (?:to|for|from|is|where))|payout(?: \\S+)?|settlement(?: \\S+)?|nuban|bvn|pins?|transaction pin|passwords?|withdrawal account|receiving account|payment account|bank details)';
const CHANGE =
  '(?:change|update|edit|set|replace|switch|use|amend|fix|rectify|revise|correct|modify|put|link|connect|swap|reset|forgot|forget|add|new|remove|delete|register|save|make|unlink|alter)';
const BANK_CHANGES = [
  /\b(?:nuban|(?:account|acct) (?:number|details|no|name)|bank details|(?:payout|settlement|withdrawal|receiving|bank) (?:account|acct|bank))(?: \S+){0,6} (?:is|are|dey|was|were) (?:wrong|incorrect|not (?:correct|mine|right)|old|outdated|invalid|closed|blocked|expired)\b/,
  /\b(?:my|our|the) (?:\S+ )?(?:account|bank|acct|nuban)(?: (?:number|details|no))? (?:should|must|needs? to|has to) (?:now )?be\b/,
  new RegExp(
    `\\b${CHANGE}(?: (?:to|my|the|our|me|a|an|another|new|old|default|business|this|of|it|up|current|linked|registered|receiving|personal|withdrawal|settlement|payout|\\S+'s|for|money)){0,5} ${BANK_DETAIL}\\b`,
  ),
  /\bmy (?:new )?(?:bank )?(?:account|acct|bank)(?: (?:number|details|no))?(?: (?:is|na|has|don|now|changed|change|to|be|:)){1,3}\b/,
  /\b(?:pay|settle|send|remit)(?: (?:me|my|the|all|money|sales|payments|everything|customers|them|dem)){1,3} (?:in|into|to|through|with|via)(?: (?:my|a|this|the|another|new))* (?:gtb|gtbank|access|zenith|uba|kuda|opay|palmpay|moniepoint|first ?bank|fidelity|sterling|wema|fcmb|union|polaris|stanbic|ecobank|\S+ bank)(?: \S+){0,4} (?:from now|now on|going forward|henceforth|instead)\b/,
  /\b(?:use|make|set)(?: \S+){0,4} (?:account|bank|acct)(?: \S+){0,2} (?:for|as)(?: \S+){0,2} (?:payouts?|withdrawals?|settlements?|receiving|collections?|default)\b/,
  /\b(?:changed|don change|have changed|switched|moved)(?: my)? banks?\b/,
  new RegExp(
    `\\b(?:change|switch|update|move)(?: \\S+){0,4} (?:bank|account|payouts?|settlements?) (?:to|from)\\b`,
  ),
];

const BANKS =
  'gtb|gtbank|access|zenith|uba|kuda|opay|palmpay|moniepoint|first ?bank|first bank|fidelity|sterling|wema|fcmb|union bank|polaris|stanbic|ecobank|providus|keystone|jaiz|alat';
// A bank's name with an account's ten digits, or "my GTB account", after a word of change.
const BANK_SET = new RegExp(
  `^ (?:\\S+ ){0,4}(?:put|use|set|change|update|add|make|remove|switch|replace|save|note|new)(?: \\S+){0,6} (?:(?:${BANKS})(?: bank)? (?:account|acct)|(?:${BANKS})(?: \\S+){0,3} \\d{10}|\\d{10}(?: \\S+){0,3} (?:${BANKS}))\\b`,
);

const RECORD_VERBS =
  'mark|set|record|log|tick|flag|register|update|confirm|enter|note|book|put|change|make|turn|add|post|save|treat|input|sign|acknowledge|show that|write';
const PAID =
  'paid|payed|payment|payments|settled|cleared|received|part[ -]payment|unpaid|deposit|cash received|fully paid|paid up|not paid';
const RECORDS = [
  new RegExp(
    `\\b(?:${RECORD_VERBS})(?: \\S+){0,7} (?:as|to|like|is|are|na|don|has|have|been|be|that|=)(?: \\S+){0,3} (?:${PAID}|pay)\\b`,
  ),
  new RegExp(
    `^ (?:${RECORD_VERBS})(?: \\S+){0,5} (?:${PAID})\\b(?! (?:reminder|link|terms|date|method|invoices?|for \\S+ invoice))`,
  ),
  /\b(?:undo|reverse|cancel|remove|delete|unmark|revert|void|correct|edit|change|adjust)(?: \S+){0,4} payments?\b(?! (?:reminder|terms|date|link|gateway))/,
  /\b(?:write[ -]?off|clear|cancel|forgive|wipe|zero|settle)(?: \S+){0,4} (?:debts?|balances?|what (?:he|she|they) owes?)\b/,
  /\b(?:reduce|deduct|subtract|remove|minus|take)(?: \S+){0,4} (?:from|off|his|her|their|\S+'s) (?:debt|balance|what)\b/,
];
// "record 50,000 pos from Bello", "log 20k cash for INV-3".
const NOTED_AMOUNT =
  /^ (?:(?:please|abeg|kindly|oya) )*(?:record|log|note|post|register|enter)(?: (?:down|the|a|that|say))*(?: \S+){0,4} [₦$#n]?\d\S*(?: \S+){0,5} (?:from|by|for|cash|pos|transfer|cheque)\b/;
// "Bola gave me 5,000 cash", "Iya Basira transfer 45k enter my account".
const BROUGHT =
  /\b(?:gave|give|brought|bring|handed|hand|dropped|drop|sent|send|transferred|transfer)(?: (?:me|us|over|in|am))* [₦$#n]?\d[\d,.]*[km]?(?: (?:naira|thousand))?(?: (?:in|by|for|via|with|through|enter|into|to))*(?: (?:my|our))? (?:cash|pos|transfer|cheque|account|acct|hand)\b/;
const OWN_MONEY = /^(?:gave|give|bring|hand|drop|send|transfer|i|we|i've|pay|move|put)$/;
// "Chidi don pay abi", "Emeka paid or not": asked without a question mark.
const TAG_QUESTION = / (?:abi|or not|or no|shey|ni)(?: o)? $/;
const HAS_PAID =
  /^(?: (?:please|abeg|ok|hi|hello|note that|fyi|good news|just to let you know|by the way|that|my|the|customer|client|oga|boss))*((?: (?!who\b|what\b|which\b|how\b|show\b|list\b|all\b|invoices\b|if\b|when\b|once\b|after\b|to\b|i\b|we\b|you\b|customers\b|clients\b|people\b)\S+){1,5}) (?:(?:has|have|don|just|already|he's|she's|had|finally|now|been|is|are|was|were|did|dey)(?: \S+)? )?(?:paid|payed|settled|transferred|deposited|balanced|cleared|(?:sent|send|snt|do|did|made|make|showed|shows) (?:(?:me|us|the|a|an|his|her|my|am|\S{0,3}\d\S{0,9}|thousand|naira) )*(?:transfer|money|payment|alert|cash|deposit)|(?<=don )(?:pay|settle|balance|clear|transfer|send|drop)|(?<=has |have )(?:pay|settle))\b/;
const RECEIVED =
  /\b(?:i|we|i've|i have|we have|i don|have|just)(?: (?:have|has|just|already|don|also|now))* (?:received|collected|receive|collect|got|gotten|confirmed|seen)(?: \S+){0,5} (?:from|by|cash|transfer|payment|alert)\b/;

const ENTERED =
  /\b(?:payment|money|transfer|alert|cash|deposit)(?: \S+){0,5} (?:has|have|don|just|already|finally)(?: \S+)? (?:enter|entered|drop|dropped|land|landed|come|came|reflect|reflected|arrived|come in|cleared)\b/;

// "Tunde gave me cash 20k for invoice 3".
const CASH_RECEIVED =
  /^ (?:(?:please|abeg|just|i|we|don|have) )*(?:received|collected|got|receive|collect) (?:the |a )?(?:sum of )?[₦$#n]?\d\S* (?:\S+ )?(?:from|by) |\b(?:gave|give|handed|brought|dropped|sent|paid) (?:me|us) (?:(?:the|his|her|their|full|complete|part|some) )?(?:cash|money|payment|transfer)\b/;

// The balance stands on the page of the withdrawals.
const OWN_BALANCE =
  /^ (?:\S+ ){0,3}?(?:what|what's|wetin|how[ -]?much|check|show|see|tell)\b(?: \S+){0,3} (?:my (?:(?:account|acct|wallet|available|current) )?balance|(?:in|inside|dey) my (?:account|acct|wallet))(?: (?:now|please|abeg|o|today))*(?: \?)? $|^ my (?:account |wallet )?balance(?: \?)? $/;

/** A request about money: payouts and bank details, which are declined in chat, and payments, of which some are recorded. */
export function findDeclinedIntent(utterance: Utterance, clause: Clause): DeclinedIntent | null {
  const text = ` ${textOf(utterance.words, clause.at, clause.to).trim()} `;
  const clauseText = textOf(utterance.words, clause.from, clause.to);
  if (BANK_CHANGES.some((pattern) => pattern.test(clauseText)) || BANK_SET.test(clauseText))
    return 'change_bank_details';
  if (recordsPayment(utterance, clause, text, clauseText)) return 'record_payment';
  const isOwn = OWN_BALANCE.test(utterance.text);
  return isOwn || asksForPayout(utterance, clause, text, clauseText) ? 'withdraw' : null;
}

function recordsPayment(utterance: Utterance, clause: Clause, text: string, clauseText: string): boolean {
  const numbered = /^#?\d/.test(utterance.words[clause.at + 1]?.word ?? '');
  if (/\bhow[ -]?much\b/.test(utterance.text)) return false;
  if (
    /^(show|list|see|view|which|who|find|get|display|how|what|remind|send|create|invoice|bill|charge|check|download|pull|bring)$/.test(
      clause.head,
    ) &&
    !(numbered && /^(?:invoice|bill)$/.test(clause.head))
  )
    return false;
  if (TAG_QUESTION.test(utterance.text)) return false;
  if (utterance.isQuestion && !/^(mark|record|set|log|tick)$/.test(clause.head)) return false;
  if (RECORDS.some((pattern) => pattern.test(text))) return true;
  return (
    NOTED_AMOUNT.test(text) ||
    (BROUGHT.test(clauseText) && !OWN_MONEY.test(clause.head) && !FUTURE.test(clauseText)) ||
    (HAS_PAID.test(clauseText) && !FUTURE.test(clauseText) && namesPayer(utterance.words, clause)) ||
    RECEIVED.test(clauseText) ||
    ENTERED.test(clauseText) ||
    CASH_RECEIVED.test(clauseText)
  );
}

// A named payer; "last of paid" and "list paid" name nobody.
function namesPayer(words: readonly Word[], clause: Clause): boolean {
  const paid = words.findIndex(
    ({ word }, at) =>
      at >= clause.at &&
      /^(?:paid|payed|pay|settled|settle|cleared|clear|balance|balanced|transferred|deposited|send|sent|snt|showed|shows|transfer|drop|made|make|did|do)$/.test(
        word,
      ),
  );
  for (let at = clause.from; at < paid; at++) {
    if (
      /^(?:he|she|they|e|dem|customer|client|oga|it)$/.test(words[at]?.word ?? '') ||
      canStartName(words, at)
    )
      return true;
    if (/^(?:invoice|bill)$/.test(words[at]?.word ?? '') && /^#?\d/.test(words[at + 1]?.word ?? ''))
      return true;
    if (/^inv-?\d/.test(words[at]?.word ?? '')) return true;
    if (/^(?:of|nobody|who|which|all)$/.test(words[at]?.word ?? '')) return false;
  }
  return false;
}

const FUTURE =
  /\b(?:go|will|should|must|to be|would|when|if|once|never|not|hasn't|haven't|yet to|till|until|before|unless|wey|who|that)\b/;

// "He go pay month end" is of money that comes.
const OTHERS_PAY =
  /\b(?:e|he|she|they|dem) (?:(?:go|will|should|must|fit|never|wan|suppose|supposed|to) )+(?:pay|settle|balance|send|transfer|drop|bring)\b/;
const SOMEBODY_PAYS =
  /\b(?:make|e|she|he|they|dem|go|will|should|must|to|who|that|wey|never) (?:\S+ )?(?:pay|settle|send|transfer|drop|bring|give|release|run|move|carry)\b/;

function asksForPayout(utterance: Utterance, clause: Clause, text: string, clauseText: string): boolean {
  const isOwn = /^(pay|transfer|withdraw|send|move|give|return)$/.test(clause.head);
  if (OTHERS_PAY.test(clauseText) || (SOMEBODY_PAYS.test(clauseText) && !isOwn))
    return PAYOUT_PHRASES[0]?.test(clauseText) === true && !OTHER_THINGS.test(clauseText);
  if (/^(?:chase|nudge|remind|knock|ping|press|pester|prompt|hound)$/.test(clause.head)) return false;
  if (PAYS_SOMEBODY.test(text.trimStart()) && !/\b(?:reminder)\b/.test(text)) return true;
  if (/^(transfer|wire|remit|disburse|refund)$/.test(clause.head)) return true;
  if (OTHER_THINGS.test(clauseText) && !/^(withdraw|cashout|transfer|pay)$/.test(clause.head)) return false;
  if (utterance.isQuestion && !PAYOUT_PHRASES[0]?.test(clauseText)) return false;
  return PAYOUT_PHRASES.some((pattern) => pattern.test(clauseText)) || sendsAmount(utterance.words, clause);
}

// "send Bayo 20k", "dash 5k to my brother".
function sendsAmount(words: readonly Word[], clause: Clause): boolean {
  if (!/^(send|dash|give|drop|credit|forward|push|move|release|wire|carry|take|shift)$/.test(clause.head))
    return false;
  for (let at = clause.at + 1; at < Math.min(clause.to, clause.at + 5); at++) {
    const amount = amountAt(words, at);
    if (!amount || amount.kind === 'plain') continue;
    const rest = words
      .slice(amount.to, clause.to)
      .filter(({ word }) => !/^(please|abeg|now|o|today|sharp|sharp-sharp|naira)$/.test(word));
    return rest.length === 0 || /^(to|give|for|into|from|comot|enter)$/.test(rest[0]?.word ?? '');
  }
  return false;
}
