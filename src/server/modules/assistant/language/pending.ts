import { confirmed, contacted, drafted, type Hearing, nothing, tasked } from './answers.ts';
import type { Clause, Speech } from './clauses.ts';
import { emailIn, nameIn, phoneIn } from './contact.ts';
import { saysNo, saysNone, saysYes } from './conversation.ts';
import { editDraft } from './edits.ts';
import { channels, filtersFor, someOf } from './filters.ts';
import { firstTask, fresh } from './fresh.ts';
import { asksForInvoice, priced } from './invoicing.ts';
import { mayName, nameAt } from './names.ts';
import type { References } from './references.ts';
import { topicOf } from './topics.ts';
import { isGoods } from './trade-words.ts';
import type { Intent, Pending, Understanding } from './understanding.ts';

/** Interprets a message while a task is open: a yes, a no, a change, an answer, or a new request. */
export function withPending(hearing: Hearing, pending: Pending): Understanding {
  const { speech } = hearing;
  const waits = pending.asks === null;
  if (pending.action === 'add_customer' && !waits && saysNone(speech.text)) return skipped(hearing, pending);
  if (saysNo(speech.words, pending)) return nothing(hearing, 'cancel');
  if (saysYes(speech.words, pending))
    return waits ? confirmed(hearing, pending) : stillAsked(hearing, pending);
  if (looksAgain(hearing, pending)) return stillAsked(hearing, pending);
  if (leaves(hearing, pending)) return fresh(hearing);
  const changed =
    pending.action === 'create_invoice'
      ? editedInvoice(hearing, pending)
      : pending.action === 'add_customer'
        ? editedContact(hearing, pending)
        : editedTask(hearing, pending);
  return changed ?? fresh(hearing);
}

function skipped(hearing: Hearing, { customer }: Pending): Understanding {
  return contacted(hearing, customer ?? { name: null, email: null, phone: null }, 'edit_draft', true);
}

// "what's the total?", "show me the draft again": shows the current draft.
function looksAgain({ speech: { text, asking }, refs }: Hearing, { action, draft }: Pending): boolean {
  if (action !== 'create_invoice' || draft === null || refs.numbers.length > 0) return false;
  if (
    /^ (?:\S+ ){0,3}(?:show|see|view|display|repeat)(?: me| us| am| it| the| this| that| my| again| invoice| draft| bill| now| please| everything| so| far)* (?:\? )?$/.test(
      text,
    )
  )
    return /\b(?:draft|it|am|invoice|again|everything)\b/.test(text);
  return (
    asking &&
    /\b(?:total|how much|how-much|sum|altogether|grand)\b/.test(text) &&
    !/\b(?:owe|owes|owing|make|made|sell|sold|earn|sales|outstanding|balance|collect)\b/.test(text) &&
    text.length < 60
  );
}

// A yes cannot answer a question for a value; the question is repeated.
function stillAsked(hearing: Hearing, { draft, filters, customer, asks }: Pending): Understanding {
  return { ...nothing(hearing, 'edit_draft'), draft, filters, customer, asks };
}

// Questions and requests that cannot be a change of the open task.
function leaves({ speech, refs }: Hearing, pending: Pending): boolean {
  const task = firstTask(speech, refs);
  if (task === 'create_invoice')
    return (
      pending.action !== 'create_invoice' ||
      speech.clauses.some((clause) => beginsAnother(speech, clause, refs))
    );
  if (task)
    return (
      pending.asks === null ||
      !/^(?:description|items|customerName)$/.test(pending.asks) ||
      speech.clauses.some(({ head }) =>
        /^(?:withdraw|transfer|pay|mark|record|change|update|cashout)$/.test(head),
      )
    );
  const topic = topicOf(speech, refs);
  return topic !== null && isPlain(topic, speech, refs, pending);
}

function beginsAnother(speech: Speech, clause: Clause, refs: References): boolean {
  const { words } = speech;
  if (!asksForInvoice(speech, clause, refs)) return false;
  if (/\b(?:instead|rather)\b/.test(clause.text) && !priced(words, refs)) return false;
  if (
    /\b(?:do|make|create|write|raise|run) (?:another|one|a new one|new one|another one|a separate one) (?:for|give|to) /.test(
      clause.text,
    )
  )
    return true;
  if (/\b(?:new|another|different|separate)(?: \S+){0,2} (?:invoice|bill)\b/.test(clause.text)) return true;
  if (/\b(?:invoice|bill)(?: (?!it|am|this|that)\S+)? (?:for|to|give)\b/.test(clause.text)) return true;
  const next = words[clause.at + 1]?.word ?? '';
  return (
    /^(?:invoice|bill|charge)$/.test(clause.head) &&
    mayName(words, clause.at + 1) &&
    !isGoods(next) &&
    !/^(?:vat|tax|extra|it|discount|delivery|should|total|date|transport)$/.test(next)
  );
}

function isPlain(
  topic: Intent,
  { text, asking, clauses }: Speech,
  refs: References,
  pending: Pending,
): boolean {
  const heads = clauses.map(({ head }) => head);
  if (refs.numbers.length > 0)
    return (
      pending.asks !== 'invoice' &&
      !(
        topic === 'show_invoice' &&
        pending.action !== 'create_invoice' &&
        !asking &&
        !heads.some((head) => /^(?:show|open|see|view|list|pull|check|get|bring|find|display)$/.test(head))
      )
    );
  if (topic === 'help') return true;
  if (pending.action !== 'create_invoice')
    return (
      !(
        pending.action === 'add_customer' &&
        topic === 'add_customer' &&
        /\b(?:email|phone|number|name)\b/.test(text)
      ) && topic !== pending.action
    );
  if (topic === 'add_customer')
    return /\b(?:customer|client)\b(?! (?:email|phone|number|name|address|is|to|should))/.test(text) &&
      !/@/.test(text.replace(/\bcustomer \S+/, ''))
      ? true
      : /\b(?:add|save|register|create|new) (?:\S+ ){0,2}(?:customer|client) \S+/.test(text) &&
          !/\b(?:customer|client)(?:'s)? (?:email|phone|number|name|address)\b/.test(text);
  if (topic === 'delete_invoice') return false;
  if (topic === 'send_invoice') return false;
  if (
    asking ||
    heads.some((head) =>
      /^(?:show|list|see|view|find|which|who|how|how-much|what|remind|check|generate|project|forecast|predict|display)$/.test(
        head,
      ),
    )
  )
    return true;
  return (
    topic === 'send_reminder' ||
    topic === 'sales_projection' ||
    topic === 'top_customers' ||
    /\b(?:report|sales|invoices|customers)\b/.test(text)
  );
}

function editedInvoice(hearing: Hearing, pending: Pending): Understanding | null {
  const step = sendingAfter(hearing, pending);
  if (step) return step;
  const read = editDraft(hearing.speech.words, pending, hearing.surroundings);
  return read ? drafted(hearing, read, 'edit_draft', pending.filters) : null;
}

// "send it by email" about an invoice not created yet is its second step.
function sendingAfter(hearing: Hearing, pending: Pending): Understanding | null {
  const { speech, refs, surroundings } = hearing;
  const [clause] = speech.clauses;
  if (
    !pending.draft ||
    pending.asks !== null ||
    speech.words.length > 12 ||
    topicOf(speech, refs) !== 'send_invoice'
  )
    return null;
  if (
    !clause ||
    !/^(?:send|share|forward|email|whatsapp|mail|deliver)$/.test(clause.head) ||
    !/\b(?:it|am|this|the invoice|her|him|them)\b/.test(speech.text)
  )
    return null;
  const { channels: ways } = channels(speech, refs, surroundings, 'send_invoice');
  return drafted(
    hearing,
    // oxlint-disable-next-line unicorn/no-thenable
    { draft: pending.draft, asks: null, asides: [], then: 'send_invoice', channels: ways ?? [] },
    'edit_draft',
    pending.filters,
  );
}

function editedContact(hearing: Hearing, pending: Pending): Understanding | null {
  const { words } = hearing.speech;
  const before = pending.customer ?? { name: null, email: null, phone: null };
  const [email, phone] = [emailIn(words), phoneIn(words)];
  const spans = [email, phone].filter((span) => span !== null);
  const named = before.name === null || /\b(?:name|called|it's|its)\b/.test(hearing.speech.text);
  const name = named ? nameIn(words, spans) : null;
  if (!email && !phone && !name) return null;
  return contacted(
    hearing,
    { name: name ?? before.name, email: email?.value ?? before.email, phone: phone?.value ?? before.phone },
    'edit_draft',
  );
}

// "by WhatsApp instead", "number 42", "for Ada": more about the invoice that is to be sent, reminded of or deleted.
function editedTask(hearing: Hearing, pending: Pending): Understanding | null {
  const { speech, refs, surroundings } = hearing;
  const bare = /^ (?:#|no|number|num|it's|na|the|invoice| )*#?(\d{1,8})(?: (?:please|abeg|o))? $/.exec(
    speech.text,
  )?.[1];
  const said = bare
    ? { invoiceNumbers: [bare.replace(/^0+(?=\d)/, '')] }
    : filtersFor(pending.action, speech, refs, surroundings);
  const ways = channels(speech, refs, surroundings, pending.action);
  const named = !said && !ways.channels && speech.words.length <= 5 ? justNamed(speech) : null;
  const more = {
    ...said,
    ...(named ? { customerName: named } : {}),
    ...(pending.action === 'delete_invoice' ? {} : ways),
  };
  if (Object.keys(more).length === 0) return null;
  const own =
    pending.asks === 'invoice'
      ? someOf({ ...pending.filters, ...more })
      : someOf({
          ...(more.invoiceNumbers || more.customerName || more.status ? {} : pending.filters),
          ...more,
        });
  return {
    ...tasked(hearing, pending.action, own),
    intent: topicOf(speech, refs) === pending.action ? pending.action : 'edit_draft',
  };
}

// A name and nothing else: "Tunde", "and Tolu too".
function justNamed({ words }: Speech): string | null {
  const plain = words.filter(
    ({ word }) =>
      !/^(?:and|too|also|as|well|it's|na|is|for|the|customer|client|please|abeg|o|one|,|\.|!|actually|sorry|no|wait)$/.test(
        word,
      ),
  );
  return plain.length > 0 && plain.length <= 4 && mayName(plain, 0) ? (nameAt(plain, 0)?.name ?? null) : null;
}
