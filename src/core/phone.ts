const SEPARATORS = /[\s().\-\u2010-\u2015]/g;
// Without its country a number counts as Nigerian: as dialled there, without its first zero, or with the code but no plus.
const NIGERIAN = [/^0([1-9]\d{9})$/, /^([789][01]\d{8})$/, /^(?:\+|00)?2340?([1-9]\d{9})$/];
const INTERNATIONAL = /^(?:\+|00)(?!234)([1-9]\d{7,14})$/;

/** A phone number as people write it in E.164 (`+2348031234567`); null for what is none. Without a country it is Nigerian. */
export function toE164(text: string): string | null {
  const digits = text.replace(SEPARATORS, '');
  for (const form of NIGERIAN) {
    const national = form.exec(digits)?.[1];
    if (national !== undefined) return `+234${national}`;
  }
  const international = INTERNATIONAL.exec(digits)?.[1];
  return international === undefined ? null : `+${international}`;
}

/** A stored number as people read it: `0803 123 4567` for Nigerian ones, others as they are stored. */
export function formatPhone(phone: string): string {
  const national = /^\+234(\d{3})(\d{3})(\d{4})$/.exec(phone);
  return national ? `0${national.slice(1).join(' ')}` : phone;
}

/** A number in international digits without plus, as WhatsApp wants it; '' for what is none. Nigerian numbers may begin with 0. */
export function internationalDigits(phone: string | null): string {
  const digits = (phone ?? '').replace(/\D/g, '').replace(/^00/, '').replace(/^2340/, '234');
  const international = /^0\d{10}$/.test(digits) ? `234${digits.slice(1)}` : digits;
  return /^[1-9]\d{7,14}$/.test(international) ? international : '';
}

/** The digits that a typed number, or a part of one, has in common with its stored form; null for other text. */
export function phoneDigits(text: string): string | null {
  if (!/^[\d\s().+-]+$/.test(text)) return null;
  const digits = text.replace(/\D/g, '').replace(/^(?:00)?(?:234)?0?/, '');
  return digits.length < 3 ? null : digits;
}
