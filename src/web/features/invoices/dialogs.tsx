import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useRef } from 'react';
import type { SearchParams } from '#web/lib/navigation/search-params.ts';

const CreateInvoiceDialog = lazy(async () => ({
  default: (await import('./wizard/dialog.tsx')).CreateInvoiceDialog,
}));
const InvoiceDetailsDialog = lazy(async () => ({
  default: (await import('./details/dialog.tsx')).InvoiceDetailsDialog,
}));

type Open = { invoice: string; create: string };

type DialogsProps = {
  open: Open;
  /** The list's order, which stepping from one record to the next follows. */
  shownIds: readonly string[];
  onChange: (change: Partial<Open>, how?: { push?: boolean }) => void;
};

/** The wizard and the open record, fetched when they are first wanted. */
export function Dialogs({ open, shownIds, onChange }: DialogsProps) {
  const creating = open.create === '1';
  const wizardWanted = useOnce(creating);
  const detailsWanted = useOnce(open.invoice !== '');
  const reopen = useReopen();
  return (
    <Suspense fallback={null}>
      {wizardWanted && (
        <CreateInvoiceDialog
          open={creating}
          onOpenChange={(next) => (next ? reopen() : onChange({ create: '' }))}
          onCreated={(invoice) => onChange({ create: '', invoice })}
        />
      )}
      {detailsWanted && (
        <InvoiceDetailsDialog
          invoiceId={open.invoice === '' ? null : open.invoice}
          onClose={() => onChange({ invoice: '' })}
          neighbours={neighboursOf(open.invoice, shownIds)}
          onOpen={(invoice) => onChange({ invoice })}
        />
      )}
    </Suspense>
  );
}

function neighboursOf(id: string, shownIds: readonly string[]) {
  const at = shownIds.indexOf(id);
  return at === -1
    ? { previous: null, next: null }
    : { previous: shownIds[at - 1] ?? null, next: shownIds[at + 1] ?? null };
}

/** Opens the wizard again, also from a toast that outlived this page. */
function useReopen() {
  const navigate = useNavigate();
  return () =>
    void navigate({
      to: '/dashboard/invoices',
      search: (before: SearchParams) => ({ ...before, create: '1' }),
      resetScroll: false,
    });
}

/** True from the first time it was. */
function useOnce(now: boolean): boolean {
  const ever = useRef(now);
  if (now) ever.current = true;
  return ever.current;
}
