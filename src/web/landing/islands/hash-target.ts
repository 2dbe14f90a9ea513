const SETTLE_MS = 100;
const SLOW_MS = 1500;

/** An address that ends in #faq opens at that section; there and after a link its heading has the focus. */
export function startHashTargets(): void {
  if (location.hash) setTimeout(() => holdFocus(scrollToSection(location.hash, 'instant')), SETTLE_MS);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link?.hash || link.pathname !== location.pathname || event.ctrlKey || event.metaKey) return;
    if (!sectionOf(link.hash)) return;
    event.preventDefault();
    if (location.hash !== link.hash) history.pushState(null, '', link.hash);
    scrollToSection(link.hash, reducedMotion.matches ? 'instant' : 'smooth');
  });
  addEventListener('popstate', () => location.hash && scrollToSection(location.hash, 'instant'));
}

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

function sectionOf(hash: string): HTMLElement | null {
  const id = hash.slice(1);
  return /^[\w-]+$/.test(id) ? document.getElementById(id) : null;
}

function scrollToSection(hash: string, behavior: ScrollBehavior): HTMLElement | null {
  const section = sectionOf(hash);
  if (!section) return null;
  section.scrollIntoView({ behavior, block: 'start' });
  const heading = section.querySelector<HTMLElement>('h2[tabindex]') ?? section;
  heading.focus({ preventScroll: true });
  return heading;
}

// A slow browser goes to the section itself only after this, and takes the focus away.
function holdFocus(heading: HTMLElement | null): void {
  heading?.addEventListener(
    'blur',
    ({ relatedTarget }) => {
      if (!relatedTarget) requestAnimationFrame(() => heading.focus({ preventScroll: true }));
    },
    { once: true, signal: AbortSignal.timeout(SLOW_MS) },
  );
}
