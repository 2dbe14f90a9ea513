// The floor of HTTP: the same kind of server with nothing behind it, in a process of its own.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const app = new Hono();
app.get('/empty', (c) => c.json({ status: 'success' }));
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.send?.(port));
