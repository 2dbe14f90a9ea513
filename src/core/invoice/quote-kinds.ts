/** Names of a quote on paper, by its owner's choice; apart from its document, which most pages do not load. */
export const quoteKinds = ['quote', 'estimate', 'proforma'] as const;
export type QuoteKind = (typeof quoteKinds)[number];
