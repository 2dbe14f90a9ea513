import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { pos } from '#contract/pos.ts';
import { call, toastFailure } from '#web/lib/api.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import type { PosStatus } from './api.ts';
import { texts } from './texts.ts';

/** Actions after a face-to-face charge: the next one, or cancelling it while nobody has paid. */
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
    <Link to="/dashboard/counter" className={buttonClass({ size: 'lg', className: 'md:justify-self-start' })}>
      {texts.another}
    </Link>
  );
}
