import type { Language } from '../languages.ts';
import { en, type ReceiptWords } from './locales/en.ts';
import { ha } from './locales/ha.ts';
import { ig } from './locales/ig.ts';
import { pcm } from './locales/pcm.ts';
import { yo } from './locales/yo.ts';

/** The words of receipts by language. */
export const receiptLabels: Record<Language, ReceiptWords> = { en, pcm, ha, yo, ig };
