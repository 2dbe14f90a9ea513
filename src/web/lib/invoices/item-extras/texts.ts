import type { TaxCode } from '#core/totals.ts';

/** How one item is taxed, in an owner's words. */
export const taxCodeNames: Record<TaxCode, string> = {
  standard: 'As the rest of the invoice',
  zero: 'Tax 0%',
  exempt: 'Exempt from tax',
  outside: 'Not taxed',
};

/** Texts of what few items and invoices need. */
export const extrasTexts = {
  more: 'Discount or tax on this item',
  discount: 'Discount',
  discountPlaceholder: '500 or 10%',
  tax: 'Tax',
  pricesIncludeTax: 'My prices include tax',
  early: 'Discount for paying early, in %',
  earlyUntil: 'Last day of the discount',
};
