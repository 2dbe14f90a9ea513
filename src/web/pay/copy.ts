import { announce, text } from './announce.ts';

const FEEDBACK_MS = 2_000;

/** Copies what the button holds and says so, on the button and in the live region. */
export async function copyFrom(button: HTMLElement): Promise<void> {
  const copied = await copy(button.dataset.copy ?? '');
  if (copied) showFeedback(button, text('copied'), button.dataset.said ?? text('copied'));
  else showFailure(button, text('copyFailed'));
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
  if (await copy(url)) showFeedback(link, text('linkCopied'), text('linkOnClipboard'));
  else showFailure(link, text('linkCopyFailed'));
}

async function copy(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    return copyByHand(value);
  }
}

// Browsers inside other apps, and pages without TLS, have only the old way.
function copyByHand(value: string): boolean {
  const field = document.createElement('textarea');
  field.value = value;
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

const showFailure = (button: HTMLElement, message: string) =>
  showFeedback(button, text('notCopied'), message, false);

function showFeedback(button: HTMLElement, label: string, message: string, done = true): void {
  announce(message);
  const labelElement = button.querySelector('[data-label]');
  if (!labelElement) return;
  const known = labels.get(labelElement);
  clearTimeout(known?.timer);
  const original = known?.original ?? labelElement.textContent ?? '';
  labelElement.textContent = label;
  button.classList.toggle('done', done);
  const timer = window.setTimeout(() => {
    labelElement.textContent = original;
    button.classList.remove('done');
  }, FEEDBACK_MS);
  labels.set(labelElement, { original: original, timer });
}
