/** The words people agree to, each by the day its present version came into force. A changed text gets a new day. */
export const legalVersions = {
  terms: '2026-11-01',
  privacy: '2026-11-22',
  waitlist: '2026-11-22',
  whatsapp: '2026-11-22',
  outside_model: '2026-11-22',
} as const;

export type ConsentPurpose = keyof typeof legalVersions;
