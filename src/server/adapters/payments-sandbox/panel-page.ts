import { Hono } from 'hono';
import type { Books } from './books.ts';
import type { PageEnv } from './layout.ts';
export function panelPages(_books: Books): Hono<PageEnv> { return new Hono<PageEnv>(); }
