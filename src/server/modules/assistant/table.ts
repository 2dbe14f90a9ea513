import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';
import type * as z from 'zod/mini';
import type { Action, Extraction, imageMetadata, Outcome, readingStates } from '#contract/assistant.ts';
import type { ReadingFailure, ReadingStage } from '#contract/readings.ts';
import type { CalendarDate } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import type { StoredMemory } from './memory.ts';

type Json<T> = ColumnType<T, string, string>;

export type ThreadRow = { business_id: string; id: string; created_at: Date; closed_at: Date | null };
export type MessageTable = {
  business_id: string;
  id: string;
  thread_id: string;
  position: GeneratedAlways<number>;
  role: 'user' | 'assistant';
  content: string;
  /** The same beside a card that shows the proposal; null where nothing is left out. */
  beside: string | null;
  image: Json<z.output<typeof imageMetadata>> | null;
  outcome: Json<Outcome> | null;
  memory: Json<StoredMemory> | null;
  extraction: Json<Extraction> | null;
  created_at: Date;
};

export type ProposalState = 'open' | 'done' | 'withdrawn';
export type ProposalTable = {
  business_id: string;
  id: string;
  thread_id: string;
  message_id: string;
  user_id: string;
  action: Action;
  currency: Currency;
  arguments: Json<unknown>;
  signature: string;
  state: ProposalState;
  expires_at: Date;
  created_at: Date;
  decided_at: Date | null;
  answer_id: string | null;
};

export type UsageRow = {
  business_id: string;
  day: CalendarDate;
  calls: number;
  input_tokens: number;
  output_tokens: number;
};

/** A photo or PDF that is read in the background. */
type ReadingTable = {
  business_id: string;
  id: string;
  message_id: string;
  currency: Currency;
  state: (typeof readingStates)[number];
  stage: ReadingStage | null;
  reason: ReadingFailure | null;
  attempts: number;
  most_attempts: number;
  queued_at: Date;
  /** Its place in the queue of all businesses. */
  turn_at: Date;
  lease_until: Date | null;
  answer_id: string | null;
  /** Pages that are read of it in all, once it is open. */
  pages: Generated<number | null>;
  pages_read: Generated<number>;
};

export type ReadingRow = Selectable<ReadingTable>;

/** Words that mean a customer or goods of this business, as a card was corrected: one of `customer_id` and `goods`. */
type LearnedWordTable = {
  business_id: string;
  kind: 'customer' | 'goods';
  /** As `nameWords` compares them, a blank between. */
  said: string;
  customer_id: string | null;
  goods: string | null;
  learned_at: Date;
};

export type AssistantTables = {
  threads: ThreadRow;
  thread_messages: MessageTable;
  assistant_proposals: ProposalTable;
  assistant_usage: UsageRow;
  readings: ReadingTable;
  learned_words: LearnedWordTable;
};

declare module '#server/kernel/db.ts' {
  interface Database extends AssistantTables {}
}
