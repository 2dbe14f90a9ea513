import type { Language } from '#core/languages.ts';
import type { ReceiptFacts } from '#core/receipt/texts.ts';
import type { Issuer } from '#server/modules/invoices/queries/issuer.ts';

/** All that the public page of a receipt shows. */
export type ReceiptView = ReceiptFacts & {
  publicId: string;
  /** Language its customer is written to in. */
  language: Language;
  /** As it is typed to check the paper. */
  code: string;
  business: Issuer;
  testMode: boolean;
};
