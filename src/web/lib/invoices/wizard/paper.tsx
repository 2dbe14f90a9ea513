import { memo, type ReactNode, useDeferredValue } from 'react';
import { dateIn, isCalendarDate, systemClock } from '#core/dates.ts';
import type { DocumentLine, InvoiceDocument, TotalRow } from '#core/invoice/document.ts';
import { partLabels } from '#core/invoice/payment-parts.ts';
import { type Currency, formatMoney } from '#core/money.ts';
import { useBusiness } from '../../business-profile.ts';
import { formatDate } from '../../format.ts';
import { useCurrency } from '../../session/session.ts';
import { cn } from '#web/ui/cn.ts';
import { Money } from '#web/ui/money.tsx';
import { ClothEdge } from '../cloth-edge.tsx';
import type { InvoiceDraft } from './draft.ts';
import { documentOf } from './paper-document.ts';
import type { Purpose } from './purpose.ts';
import { wizardTexts } from './texts.ts';
import { useKeptKind } from './use-customer-choices.ts';

const texts = wizardTexts.paper;

/** The field a part of the paper is typed in, by its name, or the item by its place. */
export type PaperPart = { field: string } | { item: number };

type PaperProps = {
  draft: InvoiceDraft;
  purpose: Pick<Purpose, 'issued' | 'keeps'>;
  onPick: (part: PaperPart) => void;
};

type PartsProps = { document: InvoiceDocument; onPick: PaperProps['onPick'] };

/** The invoice while it is written, a moment behind the keys. Touching a part leads to where it is typed. */
export function Paper({ draft, ...rest }: PaperProps) {
  return <PaperSheet {...rest} draft={useDeferredValue(draft)} />;
}

const PaperSheet = memo(function PaperSheet({ draft, purpose, onPick }: PaperProps) {
  const currency = useCurrency();
  const { data: business } = useBusiness();
  const document = documentOf(draft, {
    currency,
    business: business?.businessName ?? '',
    issued: purpose.issued ?? dateIn(systemClock()),
    hasTaxId: Boolean(business?.tin),
    usualKind: useKeptKind(draft.customer.id, purpose.keeps),
  });
  const { terms, notes } = document;
  return (
    <section
      aria-label={draft.quote ? wizardTexts.quote.paper : texts.label}
      className="flex w-full overflow-hidden rounded-card border border-line bg-surface text-sm shadow-e1"
    >
      <ClothEdge seed={business?.id ?? ''} />
      <div className="grid min-w-0 flex-1 content-start gap-2 p-3">
        <Head document={document} onPick={onPick} draft={draft} />
        <ul aria-label={texts.lines} className="border-line border-y py-1">
          {document.lines.map((line, at) => (
            // Lines have no name of their own, and no state.
            <PaperLine key={at} {...line} at={at} currency={currency} onPick={onPick} />
          ))}
          {document.lines.length === 0 && (
            <li>
              <Part name={texts.firstItem} field="entry.description" onPick={onPick} />
            </li>
          )}
        </ul>
        <section aria-label={wizardTexts.items.totals}>
          {document.totals.map((row) => (
            <Sum key={row.key} row={row} currency={currency} onPick={onPick} />
          ))}
        </section>
        <Part name={wizardTexts.details.terms} field="paymentTerms" onPick={onPick} value={terms?.value} />
        <Part name={wizardTexts.items.notes} field="notes" onPick={onPick} value={notes?.value} isQuiet />
      </div>
    </section>
  );
});

function Head({ document, onPick, draft }: PartsProps & { draft: InvoiceDraft }) {
  const { from, to, title, description, issued, due, references } = document;
  const { details } = wizardTexts;
  return (
    <>
      <p className="px-2 font-semibold wrap-anywhere">{from}</p>
      <Part name={details.title} field="title" onPick={onPick}>
        {title && <span className="font-bold font-display text-lg leading-snug">{title}</span>}
      </Part>
      <div className="grid grid-cols-2 items-start gap-x-2 gap-y-1">
        <Part name={draft.quote ? wizardTexts.quote.for : texts.billTo} field="customer" onPick={onPick}>
          {to.name && (
            <>
              <span className="block font-semibold">{to.name}</span>
              <span className="block text-13 text-muted">{to.lines.join(' ')}</span>
            </>
          )}
        </Part>
        {draft.quote && (
          <Part
            name={wizardTexts.quote.valid}
            field="quote"
            onPick={onPick}
            value={wizardTexts.quote.days(Number(draft.quote.validDays))}
          />
        )}
        {draft.schedule && (
          <Part name={partLabels.en.title} field="schedule" onPick={onPick} value={partsText(document)} />
        )}
        {!draft.quote && !draft.schedule && (
          <Part name={details.due} field="dueDate" onPick={onPick}>
            {isCalendarDate(draft.dueDate) && (
              <>
                <span className="block font-semibold">{formatDate(due.date)}</span>
                <span className="block text-13 text-muted">{texts.issued(formatDate(issued.date))}</span>
              </>
            )}
          </Part>
        )}
      </div>
      {references.map(({ key, label, value }) => (
        <Part key={key} name={label} field="poNumber" onPick={onPick} value={value} />
      ))}
      {description !== '' && (
        <Part name={details.description} field="description" onPick={onPick} value={description} isQuiet />
      )}
    </>
  );
}

const partsText = ({ parts, currency }: InvoiceDocument): string =>
  parts.map(({ label, when, amount }) => `${label}: ${formatMoney(amount, currency)}, ${when}`).join('\n');

type PartProps = {
  name: string;
  field: string;
  onPick: PaperProps['onPick'];
  value?: string | undefined;
  /** Draws nothing while it is blank. */
  isQuiet?: boolean;
  children?: ReactNode;
};

const partClass =
  'relative block w-full rounded-md px-2 py-1 text-left wrap-anywhere hover:bg-sunken max-md:min-h-11 coarse:min-h-11';

/** One text of the paper with its name; the name alone stands where it is going to be. */
function Part({ name, field, onPick, value, isQuiet = false, children }: PartProps) {
  const content = children || value;
  if (!content && isQuiet) return null;
  return (
    <button
      type="button"
      onClick={() => onPick({ field })}
      className={cn(partClass, !content && 'border border-line border-dashed text-muted')}
    >
      <span className="sr-only">{texts.edit} </span>
      <span className={content ? 'block text-13 text-muted' : ''}>{name}</span>
      {content && <span className="block whitespace-pre-line">{content}</span>}
    </button>
  );
}

type PaperLineProps = DocumentLine & { at: number; currency: Currency; onPick: PaperProps['onPick'] };

const PaperLine = memo(function PaperLine(props: PaperLineProps) {
  const { description, quantity, rate, total, note, at, currency, onPick } = props;
  return (
    <li>
      <button
        type="button"
        onClick={() => onPick({ item: at })}
        className={cn(partClass, 'flex flex-wrap justify-between gap-x-3')}
      >
        <span className="min-w-0 flex-1 basis-32">
          <span className="sr-only">{texts.edit} </span>
          <span className="block">{description}</span>
          <span className="num block text-13 text-muted">
            {quantity / 1e6} × <Money amount={rate} currency={currency} />
          </span>
          {note && <span className="block text-13 text-muted">{note}</span>}
        </span>
        <Money amount={total} currency={currency} className="ml-auto font-semibold" />
      </button>
    </li>
  );
});

const fieldsOfSums: Partial<Record<TotalRow['key'], string>> = {
  discount: 'discount',
  tax: 'taxRate',
  taxIncluded: 'taxRate',
};

function Sum({ row, currency, onPick }: { row: TotalRow; currency: Currency; onPick: PaperProps['onPick'] }) {
  const field = fieldsOfSums[row.key];
  const isTotal = row.key === 'total';
  const content = (
    <span className={cn('flex flex-wrap justify-between gap-x-4', isTotal && 'items-baseline font-bold')}>
      <span className={isTotal ? '' : 'text-muted'}>{row.label}</span>
      <Money amount={row.amount} currency={currency} className={isTotal ? 'text-xl' : 'font-semibold'} />
    </span>
  );
  if (!field) return <p className="px-2 py-1">{content}</p>;
  return (
    <button type="button" onClick={() => onPick({ field })} className={partClass}>
      <span className="sr-only">{texts.edit} </span>
      {content}
    </button>
  );
}
