import { sql } from 'kysely';

export type LineState = 'open' | 'recorded' | 'ignored' | 'settlement' | 'out';

/** State of line `l` with its payment `p`, of which the line's own row says nothing. */
export const stateOfLine = sql<LineState>`case when p.id is not null then 'recorded' when l.set_aside is not null then l.set_aside
  when l.amount_minor < 0 then 'out' else 'open' end`;
