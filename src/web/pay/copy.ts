import { announce } from './announce.ts';

const SAID_MS = 2_000;

/** Copies what the button holds and says so, on the button and in the live region. */
export async function copyFrom(button: HTMLElement): Promise<void> {
  const copied = await copy(button.dataset.copy ?? '');
  tell(
    button,
    copied ? 'Copied' : 'Not copied',
    copied ? (button.dataset.said ?? 'Copied') : 'Copying did not work. Please copy it by hand',
  );
}

/** Opens the phone's own share sheet; where there is none, the link is copied. */
export async function shareFrom(link: HTMLElement): Promise<void> {
  const url = link.dataset.share ?? location.href;
  if (navigator.share) {
    try {
      return await navigator.share({ title: document.title, text: link.dataset.shareText ?? '', url });
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  const copied = await copy(url);
  tell(
    link,
    copied ? 'Link copied' : 'Not copied',
    copied
      ? 'Copied. The link is on your clipboard'
      : 'Copying did not work. Please copy the address of this page',
  );
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByHand(text);
  }
}

// Browsers inside other apps, and pages without TLS, have only the old way.
function copyByHand(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.cssText = 'position:fixed;top:0;opacity:0';
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}

const labels = new WeakMap<Element, { words: string; timer: number }>();

function tell(button: HTMLElement, word: string, words: string): void {
  announce(words);
  const label = button.querySelector('[data-label]');
  if (!label) return;
  const known = labels.get(label);
  clearTimeout(known?.timer);
  const own = known?.words ?? label.textContent ?? '';
  label.textContent = word;
  button.classList.toggle('done', word !== 'Not copied');
  const timer = window.setTimeout(() => {
    label.textContent = own;
    button.classList.remove('done');
  }, SAID_MS);
  labels.set(label, { words: own, timer });
}
