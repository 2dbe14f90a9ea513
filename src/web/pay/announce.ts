const SETTLE_MS = 60;

/** Announces a message in the page's live region; a repeated message is announced again. */
export function announce(message: string): void {
  const region = document.querySelector('[data-live]');
  if (!region) return;
  region.textContent = '';
  setTimeout(() => {
    region.textContent = message;
  }, SETTLE_MS);
}
