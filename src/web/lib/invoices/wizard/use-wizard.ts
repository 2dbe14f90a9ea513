import { startTransition } from 'react';
import { typedItemDiscount } from '#contract/invoice-form.ts';
import { dateIn, systemClock } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import type { InvoiceText } from '#core/invoice/texts.ts';
import { type FormHandle, useForm } from '../../forms/use-form.ts';
import { useCurrency } from '../../session/session.ts';
import { emptyEntry, type EntryDraft, type InvoiceDraft, type ItemDraft } from './draft.ts';
import type { Purpose } from './purpose.ts';
import { checkStep, type Errors, isEntryBlank, readEntry } from './rules.ts';
import { firstEntry, suggestionsFor } from './suggest.ts';

const LAST_STEP = 2;

/** Props of the steps: a form whose edits take the key of the last attempt away. */
export type Wizard = ReturnType<typeof useWizard>;

/** The state of the wizard. Each step has rules of its own, so they are run as it is left. */
export function useWizard(initial: InvoiceDraft, { mayBeBlank = [], isNew = false }: Purpose) {
  const form = useForm<InvoiceDraft>(() => ({}), initial, 'submit');
  const { values, setErrors } = form;
  const currency = useCurrency();
  const change = (patch: Partial<InvoiceDraft>, paths: readonly string[] = Object.keys(patch)) => {
    const suggested = isNew ? suggestionsFor(values, patch, dateIn(systemClock())) : {};
    form.change({ ...patch, ...suggested, key: '' }, [...paths, ...Object.keys(suggested)]);
  };
  const bind: FormHandle<InvoiceDraft>['bind'] = (name) => ({
    ...form.bind(name),
    onChange: (value) => change({ [name]: value }),
  });
  const changeEntry = (patch: Partial<EntryDraft>) =>
    change(
      { entry: { ...values.entry, ...patch } },
      Object.keys(patch).map((field) => `entry.${field}`),
    );
  const refuse = (step: number, problems: Errors) => {
    const begins = isNew && step === 1 && isEntryBlank(values);
    form.change({ ...(begins && { entry: firstEntry(values) }), step }, []);
    setErrors(problems);
  };
  // A step takes a slow phone longer to make than a tap may wait for.
  const goTo = (step: number) => startTransition(() => refuse(step, {}));

  /** Puts the typed item in its place; false when it has faults. */
  const addItem = (): boolean => {
    const { draft, problems } = withEntry(values);
    if (problems) {
      refuse(1, problems);
      return false;
    }
    change({ items: draft.items, entry: emptyEntry }, ['items', 'discount', 'entry']);
    return true;
  };
  /** Takes an item back into the editor; what was being typed there is added first. False when that has faults. */
  const editItem = (at: number): boolean => {
    const { draft, problems } = commitEntry(values);
    const item = draft.items[at];
    if (problems) refuse(1, problems);
    if (problems || !item) return false;
    change({ items: draft.items, entry: entryOf(item, at) }, ['entry']);
    return true;
  };
  const removeItem = (at: number) =>
    change({ items: values.items.toSpliced(at, 1), entry: entryAfterRemoval(values.entry, at) }, [
      'items',
      'discount',
    ]);
  /** Leaves the step when it has no fault; the last one hands the draft to `submit`. */
  const next = (submit: (draft: InvoiceDraft) => void) => {
    const { draft, problems } = values.step === 1 ? commitEntry(values) : { draft: values, problems: null };
    const fault = firstFault(draft, values.step, mayBeBlank, currency);
    if (problems) return refuse(1, { ...(fault?.step === 1 && fault.errors), ...problems });
    if (draft !== values) change(draft);
    if (fault) return refuse(fault.step, fault.errors);
    if (values.step === LAST_STEP) return submit(draft);
    goTo(values.step + 1);
  };
  /** The draft with all that is required; null while something is missing. */
  const whole = (): InvoiceDraft | null => {
    const { draft, problems } = commitEntry(values);
    return problems || firstFault(draft, LAST_STEP, mayBeBlank, currency) ? null : draft;
  };
  return { ...form, change, bind, changeEntry, addItem, editItem, removeItem, next, goTo, whole };
}

function entryOf(item: ItemDraft, at: number): EntryDraft {
  const { description, quantity, rate, taxCode = 'standard' } = item;
  const typed = { quantity: String(quantity / 1e6), discount: typedItemDiscount(item) };
  return { description, rate, ...typed, taxCode, at };
}

/** The first step up to `last` that has faults. */
function firstFault(
  draft: InvoiceDraft,
  last: number,
  mayBeBlank: readonly InvoiceText[],
  currency: Currency,
) {
  const today = dateIn(systemClock());
  for (let step = 0; step <= last; step++) {
    const errors = checkStep(draft, step, today, mayBeBlank, currency);
    if (Object.keys(errors).length > 0) return { step, errors };
  }
  return null;
}

/** Keeps the entry being typed, unless its own item was removed. */
function entryAfterRemoval(entry: EntryDraft, removed: number): EntryDraft {
  if (entry.at === null || entry.at < removed) return entry;
  return entry.at === removed ? emptyEntry : { ...entry, at: entry.at - 1 };
}

type EntryResult = { draft: InvoiceDraft; problems: Errors | null };

/** An item that was typed but not added yet is not lost when the step is left. */
function commitEntry(draft: InvoiceDraft): EntryResult {
  return isEntryBlank(draft) ? { draft, problems: null } : withEntry(draft);
}

function withEntry(draft: InvoiceDraft): EntryResult {
  const { items, entry } = draft;
  const at = entry.at ?? items.length;
  const read = readEntry(entry, items.toSpliced(at, 1));
  if ('errors' in read) return { draft, problems: read.errors };
  return { draft: { ...draft, items: items.toSpliced(at, 1, read.item), entry: emptyEntry }, problems: null };
}
