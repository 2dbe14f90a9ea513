import type { Currency } from '#core/money.ts';

/** Whose figures a panel shows, and whether the page is still in its first half second. */
export type Whose = { currency: Currency; businessId: string; firstLoad: boolean };
