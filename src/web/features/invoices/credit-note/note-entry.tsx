import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#contract/client.ts';
import { creditNotes } from '#contract/credit-notes.ts';
import { messageOf, toastFailure } from '#web/lib/api.ts';
import { downloadFile, saveBlob } from '#web/lib/files/download.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { AlertDialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { InvoiceDetail } from '../api.ts';
import { useCustomerPhone } from '../details/share-channels.tsx';
import { noteText, whatsappLink } from '../details/share-text.ts';
import { type CreditNote, creditNotesOf, useCreditNoteCalls } from './api.ts';
import { texts } from './texts.ts';

type NoteEntryProps = { invoice: InvoiceDetail; number: string };

/** A credit note in an invoice's history: what became of it, its PDF, a chat to tell the customer of it, and taking it back. */
export function NoteEntry({ invoice, number }: NoteEntryProps) {
  const { data } = useQuery(creditNotesOf(invoice.currency, invoice.id));
  const phone = useCustomerPhone(invoice) ?? null;
  const note = data?.notes.find((one) => one.number === number);
  if (!note) return number;
  const save = async () => {
    try {
      const { blob } = await downloadFile(creditNotes.pdf, {
        params: { currency: invoice.currency, id: note.id },
      });
      saveBlob(blob, `${number}.pdf`);
    } catch (error) {
      toastFailure(error, texts.pdfFailed);
    }
  };
  const keeps = note.effect.refund > 0 || note.effect.gaveBack > 0;
  return (
    <>
      {`${number}: ${note.told}`}
      <span className="-ml-3 flex flex-wrap gap-x-1">
        <Button size="sm" variant="ghost" onClick={() => void save()}>
          {texts.pdf}
        </Button>
        {invoice.checkoutUrl && (
          <a
            href={whatsappLink(noteText(invoice, note, invoice.checkoutUrl), phone)}
            target="_blank"
            rel="noreferrer"
            aria-label={texts.whatsappOf(number)}
            className={buttonClass({ variant: 'ghost', size: 'sm' })}
          >
            {texts.whatsapp}
          </a>
        )}
        {!keeps && !note.withdrawnAt && <TakeBack invoice={invoice} note={note} />}
      </span>
    </>
  );
}

type TakeBackProps = { invoice: InvoiceDetail; note: CreditNote };

function TakeBack({ invoice, note: { id, number } }: TakeBackProps) {
  const { withdraw } = useCreditNoteCalls(invoice);
  const [asking, setAsking] = useState(false);
  const text = invoice.customerEmail ? texts.withdrawText : texts.withdrawTextSilent;
  const [pending, setPending] = useState(false);
  const takeBack = async () => {
    setPending(true);
    try {
      await withdraw(id);
      toast.success(texts.withdrawn(number));
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) toast.error(messageOf(error));
      else toastFailure(error, texts.withdrawFailed);
    }
    setPending(false);
    setAsking(false);
  };
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
        {texts.withdraw}
      </Button>
      <AlertDialog
        open={asking}
        danger
        pending={pending}
        onClose={() => setAsking(false)}
        onConfirm={() => void takeBack()}
        title={texts.withdrawTitle(number)}
        text={text(invoice.customerName)}
        confirm={texts.withdraw}
        cancel={texts.withdrawCancel}
      />
    </>
  );
}
