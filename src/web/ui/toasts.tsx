import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { type PointerEvent, useRef } from 'react';
import { cn } from './cn.ts';
import { labels } from './labels.ts';
import { closeToast, type Toast, type ToastArea, useToasts } from './toast-store.ts';

/** Faster than this, in px per ms, a short flick dismisses as well. */
const FLICK_SPEED = 0.11;

const icons = { success: CircleCheck, error: CircleAlert, info: Info };
const tones = { success: 'text-ok', error: 'text-bad', info: 'text-info' };

/** Where toasts appear, with the numbers of the area. F8 moves to them. */
export function Toasts({ area }: { area: ToastArea }) {
  const toasts = useToasts();
  return (
    <Radix.Provider
      swipeDirection="right"
      swipeThreshold={area.swipeThreshold}
      duration={area.durationMs}
      label={labels.notification}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
      <Radix.Viewport className="pointer-events-none fixed right-0 bottom-[var(--toast-lift,0px)] z-100 m-0 flex w-full max-w-[calc(356px+2rem)] list-none flex-col gap-3.5 p-4 outline-none max-md:bottom-auto max-md:left-1/2 max-md:top-[var(--toast-top,0px)] max-md:-translate-x-1/2" />
    </Radix.Provider>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const Icon = icons[toast.kind];
  const grip = useRef({ x: 0, at: 0 });
  const hold = (event: PointerEvent) => {
    grip.current = { x: event.clientX, at: event.timeStamp };
  };
  const letGo = (event: PointerEvent) => {
    const speed = (event.clientX - grip.current.x) / Math.max(1, event.timeStamp - grip.current.at);
    if (event.clientX > grip.current.x + 4 && speed > FLICK_SPEED) closeToast(toast.id);
  };
  return (
    <Radix.Root
      duration={toast.durationMs}
      type={toast.kind === 'error' ? 'foreground' : 'background'}
      onOpenChange={(open) => !open && closeToast(toast.id)}
      onPointerDown={hold}
      onPointerUp={letGo}
      className={cn(
        'pointer-events-auto flex w-full items-start gap-3 rounded-card border border-line bg-surface p-3.5 shadow-e3',
        'animate-rise data-[swipe=end]:animate-leave data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
      )}
    >
      <Icon aria-hidden className={cn('mt-px size-5.5 shrink-0', tones[toast.kind])} />
      <div className="min-w-0 flex-1 self-center">
        <Radix.Title className="break-words font-semibold text-15 leading-snug">{toast.title}</Radix.Title>
        {toast.text && (
          <Radix.Description className="mt-0.5 text-muted text-sm">{toast.text}</Radix.Description>
        )}
      </div>
      {toast.action && (
        <Radix.Action
          altText={toast.action.label}
          onClick={() => {
            toast.action?.run();
            closeToast(toast.id, 'acted');
          }}
          className="min-h-9 shrink-0 rounded-md max-md:-my-1.5 max-md:min-h-11 border border-line px-3 font-semibold text-primary text-sm hover:border-line-strong"
        >
          {toast.action.label}
        </Radix.Action>
      )}
      <Radix.Close
        aria-label={labels.dismiss}
        className="-my-1 -mr-1 grid size-8 max-md:-my-2.5 max-md:-mr-2.5 max-md:size-11 shrink-0 place-items-center rounded-sm text-muted hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden className="size-4.5" />
      </Radix.Close>
    </Radix.Root>
  );
}
