import { cookies } from './legal-texts/cookies.ts';
import { privacy } from './legal-texts/privacy.ts';
import { terms } from './legal-texts/terms.ts';

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
  lead: string;
  sections: LegalSection[];
};

export const legalWords = { contents: 'On this page', inForce: 'In force since 1 November 2026.' };

export const legalTexts: LegalText[] = [privacy, terms, cookies];
