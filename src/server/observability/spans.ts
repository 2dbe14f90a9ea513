/** Attributes of a span: numbers and codes, never values of a query or a body. */
type SpanAttributes = Record<string, string | number | boolean>;

/** The trace collector, where traces are collected. */
export type Tracing = {
  /** Runs `work` in a span of its own. `link`: the traceparent of what caused it; `parent`: of what it is a part of. */
  span<T>(
    name: string,
    about: { facts?: SpanAttributes; link?: string | undefined; parent?: string | undefined },
    work: () => Promise<T>,
  ): Promise<T>;
  /** A span of something that has just ended and took so many milliseconds. */
  ended(name: string, ms: number, facts: SpanAttributes, failed: boolean): void;
  /** The current span as W3C writes it, for our own services; null where there is none. */
  traceparent(): string | null;
};

let tracing: Tracing | null = null;

/** Sets, or with null removes, the trace collector of this process. */
export function setTracing(collector: Tracing | null): void {
  tracing = collector;
}

/** Runs `work` in a span where traces are collected, else just runs it. */
export const inSpan: Tracing['span'] = (name, about, work) =>
  tracing ? tracing.span(name, about, work) : work();

/** The current span's traceparent; null where traces are not collected. */
export const traceparent = (): string | null => tracing?.traceparent() ?? null;

/** Duration of a database query; its text has placeholders, its values are not included. */
export function queryEnded(event: {
  level: 'query' | 'error';
  query: { sql: string };
  queryDurationMillis: number;
}): void {
  const facts = { 'db.system.name': 'postgresql', 'db.query.text': event.query.sql };
  tracing?.ended('query', event.queryDurationMillis, facts, event.level === 'error');
}
