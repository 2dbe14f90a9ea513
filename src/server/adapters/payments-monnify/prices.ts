import type { PriceList } from '#server/adapters/shared/prices.ts';

// Monnify's price list for transfers, as its developer pages had it in 2025; the last bound of each band is exclusive
// there, so 10,000 naira already cost 20. Amounts in kobo.
export const payoutPrices: readonly [PriceList, ...PriceList[]] = [
  {
    from: '2025-01-01',
    bands: [
      { upTo: 999_999, fee: 1_000 },
      { upTo: 4_999_999, fee: 2_000 },
      { upTo: null, fee: 4_000 },
    ],
  },
];
