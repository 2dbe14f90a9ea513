import { announce } from './announce.ts';

const FEEDBACK_MS = 2_000;

/** Copies what the button holds and says so, on the button and in the live region. */
export async function copyFrom(button: HTMLElement): Promise<void> {
  const copied = await copy(button.dataset.copy ?? '');
  showFeedback(
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
  showFeedback(
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

const labels = new WeakMap<Element, { original: string; timer: number }>();

function showFeedback(button: HTMLElement, label: string, message: string): void {
  announce(message);
  const labelElement = button.querySelector('[data-label]');
  if (!labelElement) return;
  const known = labels.get(labelElement);
  clearTimeout(known?.timer);
  const original = known?.original ?? labelElement.textContent ?? '';
  labelElement.textContent = label;
  button.classList.toggle('done', label !== 'Not copied');
  const timer = window.setTimeout(() => {
    labelElement.textContent = original;
    button.classList.remove('done');
  }, FEEDBACK_MS);
  labels.set(labelElement, { original: original, timer });
}
