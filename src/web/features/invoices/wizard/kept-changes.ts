import { useState } from 'react';
import { draft as drafts } from '#web/lib/forms/draft.ts';
import { type InvoiceDraft, isBlank, readDraft } from '#web/lib/invoices/wizard/draft.ts';

/** The changes that were typed and not saved, until they are discarded; the form begins anew then. */
export function useKeptChanges(name: string, start: InvoiceDraft) {
  const [kept, setKept] = useState(() => {
    const stored = readDraft(name);
    return stored && !isBlank(stored, start) ? stored : null;
  });
  const [round, setRound] = useState(0);
  const discard = () => {
    drafts.clear(name);
    setKept(null);
    setRound((count) => count + 1);
  };
  return { kept: kept !== null, initial: kept ?? start, round, discard };
}
