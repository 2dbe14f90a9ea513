import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { pos } from '#contract/pos.ts';
import { call, toastFailure } from '#web/lib/api.ts';
import { lazyDialog } from '#web/lib/lazy.tsx';
import { texts as recordTexts } from '#web/lib/record-payment/texts.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { useOpened } from '#web/lib/navigation/url-state.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import type { PosStatus } from './api.ts';
import { texts } from './texts.ts';

const RecordPaymentDialog = lazyDialog(
  async () => (await import('#web/lib/record-payment/dialog.tsx')).RecordPaymentDialog,
);

/** For a customer who pays in cash or at a terminal of the bank. It makes the screen say what was typed, never that money is in. */
export function RecordAction({ id, status }: { id: string; status: PosStatus }) {
  const [recording, setRecording] = useOpened('record');
  return (
    <>
      <Button
        variant="outline"
        size="lg"
        className="md:justify-self-start"
        onClick={() => setRecording(true)}
      >
        {recordTexts.action}
      </Button>
      {recording && <RecordPaymentDialog invoice={{ id, ...status }} onClose={() => setRecording(null)} />}
    </>
  );
}

/** Actions after a face-to-face charge: the next one and the receipt, or cancelling it while nobody has paid. */
export function SaleActions({ id, state }: { id: string; state: PosStatus['state'] }) {
  const currency = useCurrency();
  const navigate = useNavigate();
  const cancel = useMutation({
    mutationFn: () => call(pos.cancel, { params: { currency, id } }),
    onSuccess: () => navigate({ to: '/dashboard/counter' }),
    onError: (error) => toastFailure(error, texts.cancelFailed),
  });
  if (state === 'waiting')
    return (
      <Button
        variant="outline"
        size="lg"
        className="md:justify-self-start"
        pending={cancel.isPending}
        onClick={() => cancel.mutate()}
      >
        {texts.cancel}
      </Button>
    );
  return (
    <>
      <Link
        to="/dashboard/counter"
        className={buttonClass({ size: 'lg', className: 'md:justify-self-start' })}
      >
        {texts.another}
      </Link>
      {state !== 'cancelled' && (
        <Link
          to="/dashboard/invoices"
          search={{ invoice: id }}
          className={buttonClass({ variant: 'outline', size: 'lg', className: 'md:justify-self-start' })}
        >
          {texts.receipt}
        </Link>
      )}
    </>
  );
}
