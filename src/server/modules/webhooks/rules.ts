const ACCOUNT_NUMBER_FIELD = /("[^"]*(?:account_?n(?:umber|o)|nuban|bvn)[^"]*"\s*:\s*)(?:"([^"]*)"|(\d+))/gi;

/**
 * A webhook body as it is stored: only the last four digits of account numbers and BVNs, because nothing is
 * decided by it.
 */
export const maskAccountNumbers = (raw: string): string =>
  raw.replace(ACCOUNT_NUMBER_FIELD, (_, name: string, text?: string, digits = '') => {
    const value = text ?? digits;
    return `${name}"${value.length > 4 ? `…${value.slice(-4)}` : value}"`;
  });
