import { Hono } from 'hono';
import type { Books } from './books.ts';
import type { PageEnv } from './layout.ts';
export function checkoutPages(_books: Books, _publicUrl: () => string): Hono<PageEnv> { return new Hono<PageEnv>(); }
