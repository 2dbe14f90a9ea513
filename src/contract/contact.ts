import * as z from 'zod/mini';
import { isEmailAddress } from '#core/email.ts';
import { toE164 } from '#core/phone.ts';
import { DIRECTION_MARKS, text } from './wire.ts';

/** An email address, lower-cased, or '' where there is none. */
export const emailOrNone = z.string('Email is required').check(
  z.trim(),
  z.toLowerCase(),
  z.refine((value) => value === '' || isEmailAddress(value), 'Invalid Email'),
);

const LEAST_DIGITS = 7;

/** A business's phone number as it was typed, which it prints; blank for none. */
export const printedPhone = z.optional(
  z.nullable(
    text({ min: 0, max: 30, marks: 'drop' }).check(
      z.refine(
        (value) => value === '' || value.replace(/\D/g, '').length >= LEAST_DIGITS,
        'Enter a phone number such as 0803 123 4567',
      ),
    ),
  ),
);

/** A phone number a customer is reached by: E.164 inside, '' and null for none. */
export const reachablePhone = z.optional(
  z.nullable(
    z.string('Enter a phone number').check(
      z.overwrite((value) => value.replace(DIRECTION_MARKS, '').trim()),
      z.overwrite((value) => toE164(value) ?? value),
      z.refine(
        (value) => value === '' || toE164(value) !== null,
        'Enter a phone number such as 0803 123 4567 or +44 7700 900123',
      ),
    ),
  ),
);
