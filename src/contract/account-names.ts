import * as z from 'zod/mini';

/**
 * Data of `account_name_changed`: the accounts whose bank gives another name than the owner was shown. Nothing was sent; the
 * same request with the new name at `path` is sent.
 */
export const accountNamesChanged = z.object({
  names: z.array(
    z.object({
      path: z.string(),
      /** Whom the account belongs to on the staff list or in the request; null for the owner's own. */
      payee: z.nullable(z.string()),
      previousName: z.string(),
      accountName: z.string(),
    }),
  ),
});
