import {
  type Attributes,
  type Context,
  context,
  propagation,
  type Span,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { currentRequestContext } from './request-context.ts';
import { setTracing, type Tracing } from './spans.ts';

const EXPORT_TIMEOUT_MS = 5_000;
const EXPORTED_EVERY_MS = 1_000;
const MOST_WAITING = 4_096;

const header = {
  get: (carrier: Record<string, string>, key: string) => carrier[key],
  set: (carrier: Record<string, string>, key: string, value: string) => {
    carrier[key] = value;
  },
  keys: (carrier: Record<string, string>) => Object.keys(carrier),
};

/** Collects traces and sends them to an OpenTelemetry collector at `origin`. Returns how to send the rest and stop. */
export async function startTracing(origin: string): Promise<() => Promise<void>> {
  const exporter = new OTLPTraceExporter({
    url: `${origin.replace(/(?<!\/)\/+$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'duewell' }),
    spanProcessors: [
      new BatchSpanProcessor(exporter, {
        scheduledDelayMillis: EXPORTED_EVERY_MS,
        maxQueueSize: MOST_WAITING,
      }),
    ],
  });
  provider.register();
  setTracing(tracingBy());
  return async () => {
    setTracing(null);
    await provider.shutdown().catch(() => undefined);
    trace.disable();
    context.disable();
    propagation.disable();
  };
}

function tracingBy(): Tracing {
  const tracer = trace.getTracer('duewell');
  return {
    span: (name, { facts, link, parent }, work) => {
      const linked = link ? trace.getSpanContext(contextOf(link)) : undefined;
      const options = { attributes: { ...facts }, ...(linked ? { links: [{ context: linked }] } : {}) };
      const under = parent ? contextOf(parent) : context.active();
      return tracer.startActiveSpan(name, options, under, (span) => traced(span, work));
    },
    ended: (name, ms, facts, failed) => {
      const endTime = performance.timeOrigin + performance.now();
      const span = tracer.startSpan(name, { startTime: endTime - ms, attributes: facts });
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endTime);
    },
    traceparent: () => {
      const carrier: Record<string, string> = {};
      propagation.inject(context.active(), carrier, header);
      return carrier.traceparent ?? null;
    },
  };
}

const contextOf = (traceparent: string): Context =>
  propagation.extract(context.active(), { traceparent }, header);

async function traced<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Error messages may hold user input; the log has them under the same request id.
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'failed' });
    throw error;
  } finally {
    span.setAttributes(attributesOf(currentRequestContext()));
    span.end();
  }
}

function attributesOf(requestContext: ReturnType<typeof currentRequestContext>): Attributes {
  if (!requestContext) return {};
  const { requestId, route, job } = requestContext;
  return {
    'duewell.request_id': requestId,
    ...(route ? { 'http.route': route } : {}),
    ...(job ? { 'duewell.job': job } : {}),
  };
}
