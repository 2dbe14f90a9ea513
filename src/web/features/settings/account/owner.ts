import type * as z from 'zod/mini';
import type { user } from '#contract/identity.ts';

/** The signed-in owner as the server knows them. */
export type Owner = z.output<typeof user>;
