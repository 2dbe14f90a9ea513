import type { CalendarDate } from '#core/dates.ts';
import { cookies } from './cookies.ts';
import { privacy } from './privacy.ts';
import { terms } from './terms.ts';

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

export const legalLabels = {
  contents: 'On this page',
  inForce: (date: string) => `In force since ${date}.`,
};

export const legalTexts: LegalText[] = [privacy, terms, cookies];
