import { Download } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { type InvoiceDetail, useDownloadPdf } from '../api.ts';
import { detailsTexts as texts } from './texts.ts';

type EarlierPdfProps = { invoice: Pick<InvoiceDetail, 'id' | 'invoiceNumber'>; revision: number };

/** Downloads an invoice as it was before a change. */
export function EarlierPdf({ invoice, revision }: EarlierPdfProps) {
  const download = useDownloadPdf();
  return (
    <Button
      variant="link"
      size="sm"
      pending={download.isPending}
      onClick={() => download.mutate({ ...invoice, earlier: revision })}
    >
      <Download aria-hidden />
      {texts.earlierPdf(revision)}
    </Button>
  );
}
