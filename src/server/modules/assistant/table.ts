import type * as z from 'zod/mini';
import type { imageMetadata, outcome } from '#contract/assistant.ts';
import type { ColumnType, GeneratedAlways } from 'kysely';

type Json<T> = ColumnType<T, string, string>;

export type ThreadRow = { business_id: string; id: string; created_at: Date; closed_at: Date | null };
export type MessageTable = {
  business_id: string;
  id: string;
  thread_id: string;
  position: GeneratedAlways<number>;
  role: 'user' | 'assistant';
  content: string;
  image: Json<z.output<typeof imageMetadata>> | null;
  outcome: Json<z.output<typeof outcome>> | null;
  created_at: Date;
};

export type AssistantTables = { threads: ThreadRow; thread_messages: MessageTable };
