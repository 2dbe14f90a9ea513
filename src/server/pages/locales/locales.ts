import { type Language, languageCodes } from '#core/languages.ts';
import { en, type PageTexts } from './en.ts';
import { ha } from './ha.ts';
import { ig } from './ig.ts';
import { pcm } from './pcm.ts';
import { yo } from './yo.ts';

/** The language of one page: its texts, its code, and whether the reader chose it. */
export type PageLocale = PageTexts & { language: Language; isChosen: boolean };

const texts: Record<Language, PageTexts> = { en, pcm, ha, yo, ig };

/** Query parameter of the reader's choice. */
export const LANGUAGE_PARAMETER = 'lang';

/** The language the reader chose where that is one of ours, else the business's. */
export function pageLocale(usual: Language, chosen?: string): PageLocale {
  const choice = languageCodes.find((code) => code === chosen);
  const language = choice ?? usual;
  return { ...texts[language], language, isChosen: choice !== undefined };
}

/** The address of another of our pages, which then opens in the language the reader chose. */
export function localHref(path: string, { language, isChosen }: PageLocale): string {
  return isChosen ? `${path}${path.includes('?') ? '&' : '?'}${LANGUAGE_PARAMETER}=${language}` : path;
}
