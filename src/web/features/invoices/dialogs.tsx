import { useNavigate } from '@tanstack/react-router';
import { lazyDialog } from '#web/lib/lazy.tsx';
import type { SearchParams } from '#web/lib/navigation/search-params.ts';
import { useLatch } from '#web/lib/use-latch.ts';

// Without a network the list stays, and the dialog comes with the network.
const CreateInvoiceDialog = lazyDialog(async () => (await import('./wizard/dialog.tsx')).CreateInvoiceDialog);
const EditInvoiceDialog = lazyDialog(
  async () => (await import('./wizard/edit/dialog.tsx')).EditInvoiceDialog,
);
const InvoiceDetailsDialog = lazyDialog(
  async () => (await import('./details/dialog.tsx')).InvoiceDetailsDialog,
);

type Open = { invoice: string; create: string; edit: string };

type DialogsProps = {
  open: Open;
  /** The list's order, which stepping from one record to the next follows. */
  shownIds: readonly string[];
  onChange: (change: Partial<Open>, how?: { push?: boolean }) => void;
};

/** The wizard and the open record, fetched when they are first wanted. A record that is changed waits behind the wizard. */
export function Dialogs({ open, shownIds, onChange }: DialogsProps) {
  const creating = open.create === '1';
  const wizardWanted = useLatch(creating);
  const shown = open.edit === '' ? open.invoice : '';
  const detailsWanted = useLatch(shown !== '');
  const reopen = useReopen();
  return (
    <>
      {wizardWanted && (
        <CreateInvoiceDialog
          open={creating}
          onOpenChange={(next) => (next ? reopen() : onChange({ create: '' }))}
          onCreated={(invoice) => onChange({ create: '', invoice })}
        />
      )}
      {open.edit !== '' && (
        <EditInvoiceDialog
          key={open.edit}
          invoiceId={open.edit}
          onClose={() => onChange({ edit: '' })}
          onSaved={(invoice) => onChange({ edit: '', invoice })}
          onCreate={() => onChange({ edit: '', invoice: '', create: '1' })}
        />
      )}
      {detailsWanted && (
        <InvoiceDetailsDialog
          invoiceId={shown === '' ? null : shown}
          onClose={() => onChange({ invoice: '' })}
          neighbours={neighboursOf(open.invoice, shownIds)}
          onOpen={(invoice) => onChange({ invoice })}
          onEdit={(edit) => onChange({ edit }, { push: true })}
        />
      )}
    </>
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
