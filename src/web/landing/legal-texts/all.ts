import { cookies } from './cookies.ts';
import { privacy } from './privacy.ts';
import { terms } from './terms.ts';
import type { LegalText } from './types.ts';

export const legalLabels = {
  contents: 'On this page',
  inForce: (date: string) => `In force since ${date}.`,
};

export const legalTexts: LegalText[] = [privacy, terms, cookies];
