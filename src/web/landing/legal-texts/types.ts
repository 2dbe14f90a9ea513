import type { CalendarDate } from '#core/dates.ts';

export type LegalSection = {
  id: string;
  title: string;
  paragraphs?: string[];
  points?: string[];
  table?: { caption: string; head: string[]; rows: string[][] };
};

export type LegalText = {
  path: '/privacy' | '/terms' | '/cookies';
  title: string;
  /** When these words came into force. */
  since: CalendarDate;
  lead: string;
  sections: LegalSection[];
};
