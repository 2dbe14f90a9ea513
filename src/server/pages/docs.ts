import type { Context } from 'hono';

export const docsPage = (c: Context) => c.redirect('/api/openapi.json');
