const FAVICON_UNSEEN = '/favicon-news.svg';

/** The icon the document came with, which stands in it. */
let favicon = '';
let title = '';
let unseen = 0;

/** Names the page; what nobody has looked at yet stands before the name. */
export function setTitle(next: string): void {
  title = next;
  show();
}

/** Counts something that came while nobody looked at this tab: `(1) Dashboard | Duewell`. */
export function countUnseen(): void {
  if (isVisible()) return;
  if (unseen++ === 0) {
    addEventListener('focus', clear);
    document.addEventListener('visibilitychange', clear);
  }
  show();
}

function clear(): void {
  if (!isVisible()) return;
  removeEventListener('focus', clear);
  document.removeEventListener('visibilitychange', clear);
  unseen = 0;
  show();
}

const isVisible = () => document.visibilityState === 'visible' && document.hasFocus();

function show(): void {
  document.title = unseen > 0 ? `(${unseen}) ${title}` : title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!icon) return;
  favicon ||= icon.href;
  const href = unseen > 0 ? FAVICON_UNSEEN : favicon;
  if (icon.getAttribute('href') !== href) icon.setAttribute('href', href);
}
