import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

const NEAR_PX = 100;

const endDistance = () => {
  const { scrollHeight } = document.documentElement;
  return scrollHeight - innerHeight - scrollY;
};

const ABOVE_PX = 24;

// A proposal scrolls to its beginning: the button alone would invite an unread confirmation.
function beginningOfReview(content: HTMLElement): number {
  const reply = [...content.querySelectorAll('article')].at(-1);
  if (!reply?.querySelector('[data-review]')) return Number.POSITIVE_INFINITY;
  return reply.getBoundingClientRect().top + scrollY - ABOVE_PX;
}

/**
 * Keeps the end of a growing conversation in view for a reader who is there, and never moves one who is not. Any
 * scroll upwards leaves the end; coming back to within 100 px of it follows again.
 */
export function useScrollFollow(content: RefObject<HTMLElement | null>) {
  const following = useRef(true);
  const [isScrolledUp, setScrolledUp] = useState(false);

  useEffect(() => {
    let lastY = scrollY;
    const onScroll = () => {
      const distance = endDistance();
      const upwards = scrollY < lastY;
      lastY = scrollY;
      if (distance <= 1) following.current = true;
      else if (upwards) following.current = false;
      else if (distance <= NEAR_PX) following.current = true;
      setScrolledUp(distance > NEAR_PX && !following.current);
    };
    const resizeObserver = new ResizeObserver(() => {
      // Before the first message there is no end to follow: the figures above it are read from their top.
      if (!content.current?.querySelector('[role=log]')) return;
      const end = document.documentElement.scrollHeight - innerHeight;
      const top = Math.min(end, content.current ? beginningOfReview(content.current) : end);
      if (following.current) scrollTo({ top, behavior: 'instant' });
      if (top < end) following.current = false;
      setScrolledUp(endDistance() > NEAR_PX && !following.current);
    });
    if (content.current) resizeObserver.observe(content.current);
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      resizeObserver.disconnect();
      removeEventListener('scroll', onScroll);
    };
  }, [content]);

  const scrollToEnd = useCallback((behavior: ScrollBehavior = 'instant') => {
    following.current = true;
    setScrolledUp(false);
    scrollTo({ top: document.documentElement.scrollHeight, behavior });
  }, []);
  /** Opens at an element, which is then what the reader looks at. */
  const scrollToElement = useCallback((element: Element) => {
    following.current = false;
    element.scrollIntoView({ block: 'start', behavior: 'instant' });
    const distance = endDistance();
    following.current = distance <= 1;
    setScrolledUp(distance > NEAR_PX);
  }, []);
  return { away: isScrolledUp, toEnd: scrollToEnd, openAt: scrollToElement };
}
