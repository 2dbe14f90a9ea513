const SETTLE_MS = 60;

/** Says something in the page's live region; the same words twice are said twice. */
export function announce(words: string): void {
  const region = document.querySelector('[data-live]');
  if (!region) return;
  region.textContent = '';
  setTimeout(() => {
    region.textContent = words;
  }, SETTLE_MS);
}
