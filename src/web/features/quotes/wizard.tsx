import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { USUAL_DUE_DAYS, USUAL_VALID_DAYS } from '#contract/quotes.ts';
import { invoiceTextNames } from '#core/invoice/texts.ts';
import { recordOf } from '#core/records.ts';
import { newIdempotencyKey } from '#web/lib/api.ts';
import { draft as drafts } from '#web/lib/forms/draft.ts';
import { openChat } from '#web/lib/invoices/delivery.ts';
import {
  changesName,
  emptyDraft,
  type InvoiceDraft,
  quoteDraftName,
  readDraft,
  saveDraft,
} from '#web/lib/invoices/wizard/draft.ts';
import { typedParts } from '#web/lib/invoices/schedule/typed.ts';
import type { SendBy } from '#web/lib/invoices/wizard/footer.tsx';
import type { Purpose } from '#web/lib/invoices/wizard/purpose.ts';
import { toInvoice } from '#web/lib/invoices/wizard/rules.ts';
import { WizardDialog } from '#web/lib/invoices/wizard/wizard-dialog.tsx';
import { RecordStates } from '#web/lib/record-states.tsx';
import { useCurrency, useSession } from '#web/lib/session/session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { type NewQuote, type QuoteDetail, quoteQuery, useQuoteAct, useSaveQuote } from './api.ts';
import { nameOf } from './status.tsx';
import { texts } from './texts.ts';

const { form } = texts;

const usual = {
  kind: 'quote',
  validDays: String(USUAL_VALID_DAYS),
  dueDays: String(USUAL_DUE_DAYS),
  onAcceptance: 'draft',
  askCode: false,
} as const;
const blank: InvoiceDraft = { ...emptyDraft, paymentTerms: `Net ${USUAL_DUE_DAYS}`, quote: usual };

const creating: Purpose = {
  title: form.title,
  submit: form.save,
  next: form.next,
  steps: form.steps,
  sends: form.sends,
  isNew: true,
};

type WizardProps = { onClose: () => void; onSaved: (id: string) => void };

/** Writes a new quote; one that was begun is taken up again. */
export function QuoteWizard({ onClose, onSaved }: WizardProps) {
  const name = quoteDraftName(useSession().user?.id ?? '', useCurrency());
  return <Wizard name={name} start={blank} purpose={creating} quote={null} {...{ onClose, onSaved }} />;
}

/** Changes a quote; one that was sent goes again as its next revision. */
export function EditQuote({ id, onClose, onSaved }: WizardProps & { id: string }) {
  const userId = useSession().user?.id ?? '';
  const query = useQuery(quoteQuery(useCurrency(), id));
  const quote = query.data;
  const { details } = texts;
  if (!quote)
    return (
      <Dialog open onClose={onClose} title={details.title} width="lg">
        <RecordStates query={query} gone={details.gone} failed={details.failed}>
          <Skeleton className="h-72" />
        </RecordStates>
      </Dialog>
    );
  return (
    <Wizard
      name={changesName(userId, quote)}
      start={draftOf(quote)}
      purpose={purposeOf(quote)}
      {...{ quote, onClose, onSaved }}
    />
  );
}

type Props = WizardProps & {
  name: string;
  start: InvoiceDraft;
  purpose: Purpose;
  quote: QuoteDetail | null;
};

function Wizard({ name, start, purpose, quote, onClose, onSaved }: Props) {
  const [initial] = useState(() => readDraft(name) ?? start);
  const save = useSaveQuote();
  const act = useQuoteAct();
  const submit = async (draft: InvoiceDraft, stopSaving: () => void, by?: SendBy) => {
    const leadTo = by === 'whatsapp' ? openChat() : null;
    const attempt = { ...draft, key: draft.key || newIdempotencyKey() };
    stopSaving();
    saveDraft(name, attempt, start);
    const body = toQuote(attempt);
    const saved = await save.mutateAsync({ quote, body, key: attempt.key }).catch(() => null);
    if (saved) drafts.clear(name);
    const sent = saved && by ? await act.mutateAsync({ act: 'send', id: saved.id }).catch(() => null) : null;
    leadTo?.(sent?.whatsappUrl ?? null);
    if (saved) onSaved(saved.id);
  };
  return (
    <WizardDialog
      name={name}
      initial={{ ...initial, reopened: false }}
      start={start}
      purpose={purpose}
      onClose={onClose}
      onSubmit={(...how) => void submit(...how)}
      pending={save.isPending || act.isPending}
    />
  );
}

function toQuote(draft: InvoiceDraft): NewQuote {
  const { dueDate: _none, ...rest } = toInvoice(draft);
  const { validDays, dueDays, ...chosen } = draft.quote ?? usual;
  // A code has nowhere to go without an address.
  const askCode = chosen.askCode && draft.customer.email.trim() !== '';
  return { ...rest, ...chosen, askCode, validDays: Number(validDays), dueDays: Number(dueDays) };
}

const draftOf = (quote: QuoteDetail): InvoiceDraft => ({
  ...emptyDraft,
  ...recordOf(invoiceTextNames, (name) => quote[name]),
  customer: { id: quote.customerId, name: quote.customerName, email: quote.customerEmail, phone: '' },
  items: quote.items.map(({ description, quantity, rate, discount, discountPercent, taxCode }) => ({
    description,
    quantity,
    rate,
    taxCode,
    ...(discountPercent === null ? { discount } : { discountPercent }),
  })),
  taxRate: quote.taxRate > 0 ? String(quote.taxRate / 100) : '',
  pricesIncludeTax: quote.pricesIncludeTax,
  discount: quote.discount > 0 ? quote.discount : null,
  schedule: typedParts(quote.schedule),
  quote: {
    kind: quote.kind,
    validDays: String(quote.validDays),
    dueDays: String(quote.dueDays),
    onAcceptance: quote.onAcceptance,
    askCode: quote.askCode,
  },
});

function purposeOf(quote: QuoteDetail): Purpose {
  const { customerName: name } = quote;
  const mayBeBlank = invoiceTextNames.filter((text) => quote[text] === '');
  const common = { title: form.edit(nameOf(quote)), steps: form.steps, mayBeBlank };
  if (quote.status === 'draft') return { ...common, submit: form.change, next: form.nextChange };
  return {
    ...common,
    submit: form.changeAndSend,
    next: form.nextRevision(name),
    sameCustomer: form.sameCustomer(name),
  };
}
