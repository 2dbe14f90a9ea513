import type { PayScriptTexts } from '#contract/pay-page.ts';

const SETTLE_MS = 60;

/** Announces a message in the page's live region; a repeated message is announced again. */
export function announce(message: string): void {
  const region = liveRegion();
  if (!region) return;
  region.textContent = '';
  setTimeout(() => {
    region.textContent = message;
  }, SETTLE_MS);
}

/** A text of the page's language, as the page hands it over. */
export function text(name: keyof PayScriptTexts): string {
  const texts: Partial<PayScriptTexts> = JSON.parse(liveRegion()?.dataset.texts ?? '{}');
  return texts[name] ?? '';
}

const liveRegion = () => document.querySelector<HTMLElement>('[data-live]');
