import { createTypesetter, type Typesetter } from './typesetter.ts';

/** A document to print, and which kind it is. */
type Printable = {
  [Kind in keyof Typesetter]: { kind: Kind; document: Parameters<Typesetter[Kind]>[0] };
}[keyof Typesetter];

const typesetter = createTypesetter();

export async function run(printable: Printable): Promise<Uint8Array> {
  switch (printable.kind) {
    case 'invoice':
      return typesetter.invoice(printable.document);
    case 'receipt':
      return typesetter.receipt(printable.document);
    case 'report':
      return typesetter.report(printable.document);
    case 'table':
      return typesetter.table(printable.document);
    case 'poster':
      return typesetter.poster(printable.document);
  }
}
