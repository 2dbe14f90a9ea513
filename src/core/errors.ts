/** Every way the product refuses, with its HTTP status. Listed once, here. */
export const errorStatuses = {
  bad_json: 400,
  bad_request: 400,
  invalid_token: 401,
  invalid_credentials: 401,
  not_for_extensions: 403,
  not_found: 404,
  unknown_currency: 404,
  too_slow: 408,
  conflict: 409,
  already_exists: 409,
  invoice_changed: 409,
  quote_changed: 409,
  quote_closed: 409,
  possible_duplicate: 409,
  business_required: 409,
  pin_not_set: 409,
  no_password: 409,
  account_name_changed: 409,
  idempotency_key_reused: 409,
  idempotency_in_progress: 409,
  not_configured: 409,
  proposal_expired: 409,
  proposal_withdrawn: 409,
  proposal_outdated: 409,
  token_expired: 410,
  too_large: 413,
  unsupported_media: 415,
  invalid_input: 422,
  incorrect_pin: 422,
  payout_account_new: 422,
  two_factor_required: 422,
  step_up_required: 422,
  passkey_refused: 422,
  wrong_code: 422,
  insufficient_balance: 422,
  pin_locked: 423,
  too_many_requests: 429,
  internal: 500,
  provider_unavailable: 502,
  bank_unanswered: 503,
  payouts_paused: 503,
  unavailable: 503,
} as const;

/** A stable error code, read by programs. */
export type ErrorCode = keyof typeof errorStatuses;

/** A problem with one field; `path` is dotted (`items.0.rate`). */
export type FieldError = { path: string; message: string };

type Details = { errors?: FieldError[]; data?: Record<string, unknown>; retryAfterSeconds?: number };

/** An error a person can read: thrown where the rule is, sent to the client by `http/error-response.ts`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}

/** A refusal of one field. */
export function fieldError(path: string, message: string): AppError {
  return new AppError('invalid_input', message, { errors: [{ path, message }] });
}

/** The one answer for records that are unknown or another business's; for one's own in another currency it says in which. */
export function notFound(what = 'record', currency?: string): AppError {
  return new AppError('not_found', `We could not find that ${what}`, currency ? { data: { currency } } : {});
}
