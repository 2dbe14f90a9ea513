/**
 * Versions of the legal texts people agree to, each the day it came into force. A changed text gets a new
 * day.
 */
export const legalVersions = {
  terms: '2026-11-01',
  privacy: '2026-11-22',
  waitlist: '2026-11-22',
  whatsapp: '2026-11-22',
  outside_model: '2026-11-22',
} as const;

export type ConsentPurpose = keyof typeof legalVersions;
