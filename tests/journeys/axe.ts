import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axeCore from 'axe-core';

declare const axe: typeof axeCore;

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** `within`: the part of the page that is looked at; all of it without. */
type Part = { within?: string };

// Looks of texts that were found legible; the contrast of each is computed once, because that takes two thirds of the time.
const legible = new Set<string>();

/** Faults that axe finds on a page as it stands: rule and places. */
export async function axeFaults(page: Page, { within }: Part = {}): Promise<string[]> {
  await page.evaluate(`if (!window.axe) ${SOURCE}`);
  const colours = await page.evaluate(illegible, { within, legible: [...legible] });
  for (const look of colours.legible) legible.add(look);
  const others = await page.evaluate(violations, { within, tags: RULES });
  return [...colours.faults, ...others];
}

type Media = { colorScheme: 'light' | 'dark'; reducedMotion?: 'reduce' };

/** Shows a page in a colour scheme, at rest. A page whose script follows the scheme hears of it a moment later, and its colours change by and by. */
export async function inColors(page: Page, media: Media): Promise<void> {
  await page.emulateMedia(media);
  await page.waitForFunction(
    (dark) =>
      !(location.protocol === 'chrome-extension:' || document.querySelector('script[data-scripts]')) ||
      document.documentElement.classList.contains('dark') === dark,
    media.colorScheme === 'dark',
  );
  await atRest(page);
}

/** A new size is drawn and what moves has arrived; what moves for ever is not waited for. */
export const atRest = (page: Page) =>
  page.evaluate(async () => {
    for (const _ of ['heard', 'drawn']) await new Promise(requestAnimationFrame);
    const moving = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
      );
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });

/** Runs in the page. */
async function violations({ within, tags }: Part & { tags: string[] }): Promise<string[]> {
  // Drawings nobody is read out have thousands of threads.
  const context = { ...(within && { include: [within] }), exclude: ['svg[aria-hidden=true] *'] };
  const { violations: found } = await axe.run(context, {
    runOnly: { type: 'tag', values: tags },
    rules: { 'color-contrast': { enabled: false } },
    resultTypes: ['violations'],
  });
  return found.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/**
 * Runs in the page: texts that cannot be read against what they stand on. One of each look, by the colours, sizes and
 * grounds of it and all around it, is computed, and none that is known to be legible.
 */
async function illegible({ within, legible: known }: Part & { legible: string[] }) {
  const looks = new Map<Element, string>();
  const taken = new Set(known);
  // A long look is made of the number of the one around it.
  const hashOf = (text: string): string => {
    let [high, low] = [0xdeadbeef, 0x41c6ce57];
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      high = Math.imul(high ^ code, 2654435761);
      low = Math.imul(low ^ code, 1597334677);
    }
    return `${(high >>> 0).toString(36)}${(low >>> 0).toString(36)}`;
  };
  const look = (element: Element, around: string): void => {
    const style = getComputedStyle(element);
    const own = hashOf(
      [
        around,
        style.color,
        style.backgroundColor,
        style.backgroundImage,
        style.opacity,
        style.filter,
        style.mixBlendMode,
        style.textShadow,
        style.fontSize,
        style.fontWeight,
        element.matches(':disabled, [aria-disabled=true]'),
      ].join(),
    );
    looks.set(element, own);
    for (const child of element.children) look(child, own);
  };
  look(document.documentElement, '');
  for (const [element, own] of looks) {
    const hasText = [...element.childNodes].some(({ nodeType, data }: Node & { data?: string }) =>
      Boolean(nodeType === Node.TEXT_NODE && data?.trim()),
    );
    if (!hasText || element.getClientRects().length === 0) continue;
    if (taken.has(own)) element.setAttribute('data-look-known', '');
    taken.add(own);
  }
  axe.configure({ rules: [{ id: 'color-contrast', selector: ':not([data-look-known])' }] });
  const { passes, violations: found } = await axe.run(within ? { include: [within] } : document, {
    runOnly: ['color-contrast'],
    elementRef: true,
    selectors: false,
    resultTypes: ['passes', 'violations'],
  });
  for (const element of looks.keys()) element.removeAttribute('data-look-known');
  return {
    legible: passes.flatMap(({ nodes }) => nodes.map(({ element }) => looks.get(element as Element) ?? '')),
    faults: found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} at ${html}`)),
  };
}
