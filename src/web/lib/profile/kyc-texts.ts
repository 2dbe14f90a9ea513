/** The four documents in the order they are asked for. */
export const kycTileTexts = [
  { key: 'cac', title: 'CAC Certificate', text: 'Your registration with the Corporate Affairs Commission' },
  { key: 'validId', title: 'Valid ID', text: 'Passport, driver licence, voter card or NIN slip' },
  { key: 'utilityBill', title: 'Utility Bill', text: 'Business address verification' },
  { key: 'bankStatement', title: 'Bank Statement', text: 'Last 3 months' },
] as const;
