import type { Currency } from '#core/money.ts';

/** The owner and currency of a panel, and whether the page is within its first half second. */
export type PanelContext = { currency: Currency; businessId: string; firstLoad: boolean };
