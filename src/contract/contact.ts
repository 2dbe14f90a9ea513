import * as z from 'zod/mini';
import { isEmailAddress } from '#core/email.ts';
import { toE164 } from '#core/phone.ts';
import { DIRECTION_MARKS } from './wire.ts';

/** An email address, lower-cased, or '' where there is none. */
export const emailOrNone = z.string('Email is required').check(
  z.trim(),
  z.toLowerCase(),
  z.refine((value) => value === '' || isEmailAddress(value), 'Invalid Email'),
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
