import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { eventually, newOwner, sampleInvoice, type TestApp, testApp } from '../../../tests/harness.ts';

type Value = { stringValue?: string };
type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Value }[];
  links?: { traceId: string; spanId: string }[];
};
type Batch = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };

const spans: Span[] = [];
let collector: Server;
let app: TestApp;

beforeAll(async () => {
  collector = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      const batch = JSON.parse(text) as Batch;
      spans.push(...batch.resourceSpans.flatMap((of) => of.scopeSpans.flatMap((scope) => scope.spans)));
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
  const { port } = collector.address() as AddressInfo;
  app = await testApp({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
});
afterAll(async () => {
  await app.close();
  collector.closeAllConnections();
  collector.close();
});

const fact = (span: Span, key: string) => span.attributes.find((one) => one.key === key)?.value.stringValue;

test('a request, its transaction and queries are one trace; its job is a trace of its own that is linked to it', async () => {
  const owner = await newOwner(app);
  const invoice = sampleInvoice({ clientEmail: 'nobody.may.read.this@example.test' });
  const made = await owner.call(api.invoices.create, { params: { currency: 'NGN' }, body: invoice });
  await owner.call(api.invoices.send, { params: { currency: 'NGN' }, body: { invoiceId: made.data.id } });
  const job = await eventually(async () => spans.find(({ name }) => name === 'job invoices.deliver'));
  const request = await eventually(async () =>
    spans.find((span) => fact(span, 'http.route') === '/api/:currency/invoice/send'),
  );
  expect(job.links).toMatchObject([{ traceId: request.traceId }]);
  expect(job.traceId).not.toBe(request.traceId);
  expect(fact(job, 'duewell.request_id')).toBe(fact(request, 'duewell.request_id'));
  const below = spans.filter(({ traceId }) => traceId === request.traceId);
  const transaction = below.find(({ name }) => name === 'transaction');
  expect(
    below.some(({ name, parentSpanId }) => name === 'query' && parentSpanId === transaction?.spanId),
  ).toBe(true);
  const mail = await eventually(async () =>
    spans.find(({ name, traceId }) => name === 'call mail send' && traceId === job.traceId),
  );
  expect(mail.parentSpanId).toBe(job.spanId);
  const statements = spans.map((span) => fact(span, 'db.query.text') ?? '');
  expect(statements.some((text) => /insert into "invoice_items".*\$1/s.test(text))).toBe(true);
  expect(JSON.stringify(spans)).not.toMatch(/nobody\.may\.read\.this|INV-0001/);
});

test('a stranger far away cannot put a request into a trace, a service at this machine can', async () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await fetch(`${app.url}/api/geography/none`, { headers: { traceparent } });
  const joined = await eventually(async () =>
    spans.find(({ parentSpanId }) => parentSpanId === 'b7ad6b7169203331'),
  );
  expect(joined.traceId).toBe('0af7651916cd43dd8448eb211c80319c');
});
