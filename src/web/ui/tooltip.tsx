import {
  cloneElement,
  type FocusEvent,
  type HTMLAttributes,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { cn } from './cn.ts';

const DELAY_MS = 700;
const GAP_PX = 6;
const ROOM_PX = 40;

type Side = 'top' | 'right' | 'bottom' | 'left';
type TooltipProps = { text: string; side?: Side; children: ReactElement<HTMLAttributes<HTMLElement>> };

/** Shows a control's name after 700 ms of hovering, at once on focus by keyboard. */
export function Tooltip({ text, side = 'bottom', children }: TooltipProps) {
  const { around, show, hide } = useTooltip();
  const own = children.props;
  const control = cloneElement(children, {
    onPointerEnter: (event: PointerEvent<HTMLElement>) => {
      own.onPointerEnter?.(event);
      if (event.pointerType === 'mouse') show(event.currentTarget, DELAY_MS);
    },
    onPointerLeave: (event: PointerEvent<HTMLElement>) => {
      own.onPointerLeave?.(event);
      hide();
    },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      own.onPointerDown?.(event);
      hide();
    },
    onFocus: (event: FocusEvent<HTMLElement>) => {
      own.onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget, 0);
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      own.onBlur?.(event);
      hide();
    },
  });
  return (
    <>
      {control}
      {around && createPortal(<Bubble text={text} side={side} around={around} />, document.body)}
    </>
  );
}

function useTooltip() {
  const [around, setAround] = useState<DOMRect | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = () => {
    clearTimeout(timer.current);
    setAround(null);
  };
  const show = (control: HTMLElement, delayMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => control.isConnected && setAround(control.getBoundingClientRect()),
      delayMs,
    );
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!around) return;
    const leave = () => setAround(null);
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && leave();
    addEventListener('scroll', leave, { capture: true, passive: true });
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('scroll', leave, { capture: true });
      removeEventListener('keydown', onKey);
    };
  }, [around]);
  return { around, show, hide };
}

// Kept inside the window: at the other side where there is no room, and pushed in from its edges.
function Bubble({ text, side, around }: { text: string; side: Side; around: DOMRect }) {
  const bubble = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = bubble.current;
    if (!box) return;
    const { left, right } = box.getBoundingClientRect();
    const over =
      Math.max(0, right + GAP_PX - document.documentElement.clientWidth) || Math.min(0, left - GAP_PX);
    if (over !== 0) box.style.marginLeft = `${-over}px`;
  }, []);
  const below = side === 'bottom' && around.bottom + ROOM_PX < innerHeight;
  const middle = { x: around.left + around.width / 2, y: around.top + around.height / 2 };
  const places: Record<string, [left: number, top: number, shift: string]> = {
    bottom: [middle.x, around.bottom + GAP_PX, '-translate-x-1/2'],
    top: [middle.x, around.top - GAP_PX, '-translate-x-1/2 -translate-y-full'],
    right: [around.right + GAP_PX, middle.y, '-translate-y-1/2'],
    left: [around.left - GAP_PX, middle.y, '-translate-x-full -translate-y-1/2'],
  };
  const [left, top, shift] = places[side === 'bottom' && !below ? 'top' : side] ?? [0, 0, ''];
  return (
    // For eyes alone: the control's own name says the same.
    <div aria-hidden className={cn('pointer-events-none fixed z-100', shift)} style={{ left, top }}>
      <div
        ref={bubble}
        className="w-max max-w-xs animate-enter rounded-sm bg-ink px-2.5 py-1.5 font-medium text-13 text-bg"
      >
        {text}
      </div>
    </div>
  );
}
