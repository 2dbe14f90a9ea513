import { MINUTE_MS } from '#core/durations.ts';
import { AppError, fieldError } from '#core/errors.ts';
import { isCommonPassword } from '#server/crypto/common-passwords.ts';

/** A set-up secret is used within so long. */
export const SETUP_MS = 24 * 60 * MINUTE_MS;
/** A session ends after so long without a request, and after a working day at the latest. */
export const IDLE_MS = 15 * MINUTE_MS;
export const SESSION_MS = 8 * 60 * MINUTE_MS;
/** A session's last use is written at most this often. */
export const TOUCH_EVERY_MS = MINUTE_MS;

/** Wrong log-ins and set-up secrets of one network address, and of one name from wherever. */
export const ATTEMPTS = {
  address: { name: 'operatorOfAddress', limit: { max: 10, windowMs: 15 * MINUTE_MS } },
  name: { name: 'operatorOfName', limit: { max: 20, windowMs: 60 * MINUTE_MS } },
};

const LEAST_PASSWORD = 12;
const MOST_PASSWORD = 200;

/** Refuses a password for an operator that is short or common. Throws 422. */
export function requireStrongPassword(password: string): void {
  if (password.length < LEAST_PASSWORD || password.length > MOST_PASSWORD)
    throw fieldError('password', `Choose a password of at least ${LEAST_PASSWORD} characters`);
  if (isCommonPassword(password)) throw fieldError('password', 'Choose a less common password');
}

/** A name as it is typed: lower case, so that nobody is two. */
export const operatorName = (typed: string): string => typed.trim().toLowerCase();

/** Whether a name may be an operator's: 2 to 40 letters, digits, dots and hyphens. */
export const isOperatorName = (name: string): boolean => /^[a-z][a-z0-9.-]{1,39}$/.test(name);

/** Where an operator's authenticator secret is sealed to. */
export const secretPlace = (name: string): string => `operators.secret:${name}`;

/** The refusal of a log-in, which does not say what of it was wrong. */
export const wrongLogIn = (): AppError =>
  new AppError('invalid_credentials', 'Name, password or code is wrong. Use the newest code of your app');

export const wrongSetup = (): AppError =>
  new AppError('invalid_credentials', 'Name or set-up secret is wrong, or the secret is used or too old');

export const wrongCode = (): AppError =>
  new AppError('wrong_code', 'That code is not right. Enter the newest one of your app');
