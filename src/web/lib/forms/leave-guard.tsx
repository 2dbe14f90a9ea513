import { useBlocker } from '@tanstack/react-router';
import { lazyComponent } from '../lazy.tsx';
import { getSession } from '../session/session.ts';
import { texts } from '../texts.ts';

const AlertDialog = lazyComponent(async () => (await import('#web/ui/dialog.tsx')).AlertDialog);

/** Asks before a page with unsaved changes is left, inside the app and out of it. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    // A session that has ended leaves at once: nothing could be saved any more.
    shouldBlockFn: ({ current, next }) =>
      dirty && current.pathname !== next.pathname && getSession().token !== null,
    enableBeforeUnload: () => dirty && getSession().token !== null,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <AlertDialog
      open
      onClose={() => reset?.()}
      onConfirm={() => proceed?.()}
      title={texts.leave.title}
      text={texts.leave.text}
      confirm={texts.leave.leave}
      cancel={texts.leave.stay}
      danger
    />
  );
}
