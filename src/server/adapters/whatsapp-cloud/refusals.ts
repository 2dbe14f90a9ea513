import type { WhatsAppRefusal } from '#server/kernel/ports/messaging.ts';

/** Reason of a refusal, for an owner, and whether a retry may help. */
export type Refusal = { why: WhatsAppRefusal; reason: string; retry: boolean };

const refusal = (why: WhatsAppRefusal, reason: string, retry = false): Refusal => ({ why, reason, retry });

const ACCOUNT = refusal('account', 'WhatsApp does not accept our access to this account');
const BLOCKED = refusal('account', 'WhatsApp has blocked or not set up this business account');
const UNREACHABLE = refusal('unreachable', 'This number cannot be reached on WhatsApp');
const LIMITED = refusal('limited', 'WhatsApp takes no more messages for now', true);
// Meta counts such attempts against the number that makes them.
const HELD_BACK = refusal('limited', 'WhatsApp held the message back to protect people from too many');
const UNAPPROVED = refusal('template', 'WhatsApp has not approved this message yet');
const TEMPLATE = refusal('template', 'WhatsApp does not accept this message as it is');
const SWITCHED_OFF = refusal('template', 'WhatsApp has paused this message');
const BUSY = refusal('other', 'WhatsApp could not do it for now', true);
const MISFIT = refusal('other', 'WhatsApp does not accept this message');

const byCode: Record<number, Refusal> = {
  0: ACCOUNT,
  2: BUSY,
  3: ACCOUNT,
  4: LIMITED,
  10: ACCOUNT,
  33: ACCOUNT,
  100: MISFIT,
  190: ACCOUNT,
  368: BLOCKED,
  613: LIMITED,
  80007: LIMITED,
  130429: LIMITED,
  130472: HELD_BACK,
  131000: BUSY,
  131005: ACCOUNT,
  131008: MISFIT,
  131009: MISFIT,
  131016: BUSY,
  131021: UNREACHABLE,
  131026: UNREACHABLE,
  131030: UNREACHABLE,
  131031: BLOCKED,
  131042: BLOCKED,
  131045: BLOCKED,
  131047: refusal('closed', 'The last message of this person is more than 24 hours old'),
  131048: HELD_BACK,
  131049: HELD_BACK,
  131050: refusal('unreachable', 'This person does not want such messages'),
  131051: MISFIT,
  131052: MISFIT,
  131053: refusal('other', 'WhatsApp does not accept this file'),
  131056: LIMITED,
  131057: BUSY,
  131062: UNREACHABLE,
  132000: TEMPLATE,
  132001: UNAPPROVED,
  132005: TEMPLATE,
  132007: UNAPPROVED,
  132012: TEMPLATE,
  132015: SWITCHED_OFF,
  132016: SWITCHED_OFF,
  132018: TEMPLATE,
  133004: BUSY,
  133010: BLOCKED,
  133016: LIMITED,
};

/**
 * Meta's code with its meaning; its own message is for developers and may repeat the token, so it is left
 * out.
 */
export function refusalOf(code: number): Refusal {
  const known = byCode[code] ?? (code >= 200 && code <= 299 ? ACCOUNT : MISFIT);
  return { ...known, reason: `${known.reason} (${code})` };
}
