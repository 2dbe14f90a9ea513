const DURATION_MS = 4000;
const MAX_TOASTS = 3;
const SWIPE_PX = 20;
const FLICK_PX_PER_MS = 0.11;

type Kind = 'success' | 'error';

const iconPaths: Record<Kind, string> = {
  success: 'm5 12.5 4.5 4.5L19 7.5',
  error: 'M12 7v6m0 3.6v.1',
};

let list: HTMLOListElement | null = null;

/** Tells something for four seconds; hovering, focusing or leaving the tab stops the clock. At most three show. */
export function toast(kind: Kind, text: string): void {
  const all = (list ??= openList());
  const card = document.createElement('li');
  card.className = `toast toast-${kind}`;
  card.tabIndex = 0;
  card.append(
    drawing(iconPaths[kind], 'toast-sign'),
    paragraph(text),
    closeButton(() => dismiss(card)),
  );
  all.append(card);
  for (const old of [...all.children].slice(0, -MAX_TOASTS)) old.remove();
  startDismissTimer(card);
  enableSwipe(card);
}

function openList(): HTMLOListElement {
  const region = document.createElement('section');
  region.setAttribute('aria-label', 'Notifications (F8)');
  const element = document.createElement('ol');
  element.className = 'toasts';
  element.tabIndex = -1;
  element.setAttribute('aria-live', 'polite');
  element.setAttribute('aria-relevant', 'additions text');
  region.append(element);
  document.body.append(region);
  addEventListener('keydown', (event) => event.key === 'F8' && element.focus());
  return element;
}

function paragraph(text: string): HTMLElement {
  const box = document.createElement('p');
  box.textContent = text;
  return box;
}

function closeButton(press: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.setAttribute('aria-label', 'Dismiss');
  button.append(drawing('m7 7 10 10M17 7 7 17'));
  button.addEventListener('click', press);
  return button;
}

function drawing(path: string, className = ''): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', className);
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}

function dismiss(card: HTMLElement): void {
  if (card.dataset['leaving']) return;
  card.dataset['leaving'] = 'true';
  card.addEventListener('animationend', () => card.remove());
  // Where animations are switched off, nothing would end.
  setTimeout(() => card.remove(), 250);
}

function startDismissTimer(card: HTMLElement): void {
  let left = DURATION_MS;
  let startedAt = 0;
  let timer = 0;
  const held = () => document.hidden || card.matches(':hover, :focus-within, :focus, [data-swiping]');
  const stop = () => {
    if (timer === 0) return;
    clearTimeout(timer);
    timer = 0;
    left -= performance.now() - startedAt;
  };
  const go = () => {
    if (timer !== 0 || held()) return;
    startedAt = performance.now();
    timer = window.setTimeout(() => dismiss(card), Math.max(0, left));
  };
  const update = () => (held() ? stop() : go());
  for (const name of ['pointerenter', 'focusin']) card.addEventListener(name, stop);
  for (const name of ['pointerleave', 'pointerup', 'pointercancel']) card.addEventListener(name, update);
  card.addEventListener('focusout', () => setTimeout(update));
  const onVisibility = () =>
    card.isConnected ? update() : document.removeEventListener('visibilitychange', onVisibility);
  document.addEventListener('visibilitychange', onVisibility);
  go();
}

/** To the right or down, by 20 px or by a quick flick. */
function enableSwipe(card: HTMLElement): void {
  let from: PointerEvent | null = null;
  let heldAt = 0;
  const swipeOf = (to: PointerEvent, start: PointerEvent) => {
    const right = Math.max(0, to.clientX - start.clientX);
    const down = Math.max(0, to.clientY - start.clientY);
    return right >= down ? { axis: 'X', by: right } : { axis: 'Y', by: down };
  };
  card.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button'))) return;
    from = event;
    heldAt = performance.now();
    card.dataset['swiping'] = '';
    card.setPointerCapture(event.pointerId);
  });
  card.addEventListener('pointermove', (event) => {
    if (!from) return;
    const { axis, by } = swipeOf(event, from);
    card.style.transform = `translate${axis}(${by}px)`;
  });
  const end = (event: PointerEvent) => {
    if (!from) return;
    const { by } = swipeOf(event, from);
    const speed = by / Math.max(1, performance.now() - heldAt);
    from = null;
    delete card.dataset['swiping'];
    if (event.type === 'pointerup' && (by >= SWIPE_PX || (by > 2 && speed > FLICK_PX_PER_MS)))
      return dismiss(card);
    card.style.transform = '';
  };
  card.addEventListener('pointerup', end);
  card.addEventListener('pointercancel', end);
}
