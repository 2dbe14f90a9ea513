import { dateIn, systemClock } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import { saveBlob } from '#web/lib/files/download.ts';
import { fetchPdf, type InvoiceSummary } from '../api.ts';
import { texts } from '../texts.ts';

/** Collects the PDFs of several invoices: one is saved as it is, more of them as one archive. */
export function pdfCollector(currency: Currency) {
  const pdfs = new Map<string, Blob>();
  return {
    fetch: async ({ id, invoiceNumber }: InvoiceSummary) => {
      pdfs.set(`${invoiceNumber}.pdf`, await fetchPdf(currency, id));
    },
    save: async () => {
      const [first] = pdfs;
      if (!first) return;
      if (pdfs.size === 1) return saveBlob(first[1], first[0]);
      saveBlob(await archiveOf(pdfs), texts.bulk.archive(dateIn(systemClock())));
    },
  };
}

async function archiveOf(files: ReadonlyMap<string, Blob>): Promise<Blob> {
  const { zipSync } = await import('fflate');
  const contents: Record<string, Uint8Array> = {};
  for (const [name, file] of files) contents[name] = new Uint8Array(await file.arrayBuffer());
  // A PDF is compressed already.
  return new Blob([zipSync(contents, { level: 0 })], { type: 'application/zip' });
}
