const marks =
  /\b(?:ltd|limited|plc|inc|llc|llp|gte|rc|nig|nigeria|company|co|corp|corporation|enterprises?|ventures?|group|holdings?|industries|services|stores?|bank|school|schools|college|academy|university|polytechnic|hospital|clinic|church|mosque|ministry|mission|embassy|council|agency|authority|commission|board|government|govt|state|federal|association|foundation|institute|ngo|hotel|hotels|farms?|logistics|motors|foods|pharmacy|systems|solutions|technologies|consult|consulting|partners|associates|trust|union|cooperative|club)\b/i;

/** Whether a name has a mark of a company or an institution. A name without one is mostly a person's, never surely. */
export const looksLikeCompany = (name: string): boolean => marks.test(name);

/** The warning where tax is to be kept by somebody who seems to be a person; null for a company. */
export const personWarning = (name: string): string | null =>
  looksLikeCompany(name)
    ? null
    : `By law only companies, institutions and government keep tax, never a person. Check that ${name} is one.`;
