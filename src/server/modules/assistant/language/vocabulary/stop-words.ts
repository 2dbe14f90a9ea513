import { set } from './lexicon.ts';

// Grammar words; a name neither begins with them nor continues past them.
const STOP_WORDS = set(
  `a an the this that these those my our your his her their its hin im dem them they he she e it i me we us you u him am o
  all any every each everyone everybody anybody anyone nobody people person customer customers client clients buyer buyers
  who whom whose which what when where how why wey say for to from of in on at by with and or but if so as since till until
  before after between during about over under above below more less than not no never don dey don't is are was were be been
  being has have had do does did will would shall should can could may might must go going gone let make made making owe
  owes owing owed pay pays paid paying payment payments money invoice invoices bill bills receipt receipts reminder
  reminders email emails mail whatsapp sms phone number please abeg now today yesterday tomorrow week weeks month months
  year years day days quarter last next past previous latest recent first new old again yet still already also only just
  total amount balance debt outstanding overdue unpaid pending draft drafts due sent send share list show open see view
  because abt regarding via through per naira dollars usd ngn sales sale report reports revenue income business account
  statement history nicely gently politely tell ask remind everything something anything nothing here there them-all
  via whatsapp asap sef sha oh na nau abi shey oya then when wetin how-much much many too very so-far payed mch status details record records it's he's she's thanks
  sum aggregate entire whole full gross figure value worth small softly well kindly quick quickly sharp again sharp-sharp clear write update settle withdraw transfer confirm note fyi delete forward resend whatsapp market business shop biz hustle owe-me collect collected never hasn't haven't didn't isn't won't wan want need give gave given take took put bring bought buy
  deep came come enter entered check receive view spend spent patronise hold receiving checking invoice's cash transfer pos deposit instead inside outside up down off out one ones two three old-debt reach top best delete remove`,
);
/** Whether a word belongs to the grammar and to no name. */
export const isStopWord = (word: string): boolean => STOP_WORDS.has(word);
