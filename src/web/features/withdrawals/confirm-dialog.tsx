import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '#contract/client.ts';
import type { Currency, Minor } from '#core/money.ts';
import { messageOf, newIdempotencyKey, toastFailure } from '../../lib/api.ts';
import { OFFLINE_REFUSAL, useOnline } from '../../lib/online.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Money } from '../../ui/money.tsx';
import { type PinHandle, PinInput } from '../../ui/pin-input.tsx';
import { Notice } from '../../ui/states.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useWithdraw, type WithdrawalType } from './api.ts';
import { type FormValues, toRequest } from './form-values.ts';
import type { Quote } from './quote-line.tsx';
import { texts } from './texts.ts';

type ConfirmDialogProps = {
  type: WithdrawalType;
  currency: Currency;
  values: FormValues;
  account: { bankName: string; number: string; name: string | null };
  quote: Quote | null;
  onClose: () => void;
  onNoPin: () => void;
  /** Puts the server's objections into the form; true when it could. */
  onRefused: (error: unknown) => boolean;
  onDone: () => void;
};

/** Repeats where the money goes, and asks for the PIN. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { type, currency, values, account, quote, onClose } = props;
  const online = useOnline();
  const formId = useId();
  const boxes = useRef<PinHandle>(null);
  const [pin, setPin] = useState('');
  const { send, pending, problem, locked } = useSending(props, () => {
    setPin('');
    boxes.current?.focus();
  });
  useEffect(() => {
    // The dialog takes the focus first, to give it back later.
    const frame = requestAnimationFrame(() => boxes.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const ready = pin.length === 4 && online && !locked;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (ready) send(pin);
  };
  const footer = (
    <>
      <Button look="outline" onClick={onClose} className="max-md:flex-1">
        {texts.confirm.cancel}
      </Button>
      <Button type="submit" form={formId} pending={pending} disabled={!ready} className="max-md:flex-1">
        {texts.confirm.submit}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      canClose={() => !pending}
      title={texts.confirm.titles[type]}
      description={texts.confirm.text}
      width="sm"
      footer={footer}
    >
      <form id={formId} onSubmit={submit} noValidate autoComplete="off" className="grid gap-5">
        <Summary values={values} currency={currency} account={account} quote={quote} />
        {!online && <Notice tone="warn">{OFFLINE_REFUSAL}</Notice>}
        <PinInput
          label={texts.confirm.pin}
          handle={boxes}
          value={pin}
          onChange={setPin}
          disabled={locked !== null}
          error={problem}
        />
      </form>
    </Dialog>
  );
}

type SummaryProps = Pick<ConfirmDialogProps, 'values' | 'currency' | 'account' | 'quote'>;

function Summary({ values, currency, account, quote }: SummaryProps) {
  const { confirm } = texts;
  return (
    <dl className="grid gap-2.5 rounded-card bg-sunken p-4 text-15">
      <Line name={confirm.amount}>
        <Money amount={values.amount ?? (0 as Minor)} currency={currency} className="text-lg" />
      </Line>
      {quote && (
        <>
          <Line name={confirm.fee}>
            <Money amount={quote.fee} currency={currency} />
          </Line>
          <Line name={confirm.total}>
            <Money amount={quote.total} currency={currency} />
          </Line>
        </>
      )}
      <Line name={confirm.bank}>{account.bankName}</Line>
      <Line name={confirm.number}>
        <span className="num">{account.number}</span>
      </Line>
      <Line name={confirm.name}>{account.name ?? confirm.unknownName}</Line>
      {values.staffName && <Line name={confirm.staff}>{values.staffName}</Line>}
      {values.description && <Line name={confirm.description}>{values.description}</Line>}
    </dl>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-13 text-muted">{name}</dt>
      <dd className="wrap-anywhere min-w-0 text-end font-semibold">{children}</dd>
    </div>
  );
}

/** One request however often it is pressed: its key is made when the dialog opens, and kept for every try. */
function useSending(props: ConfirmDialogProps, onWrongPin: () => void) {
  const { type, values, account, onClose, onNoPin, onRefused, onDone } = props;
  const [idempotencyKey] = useState(newIdempotencyKey);
  const underWay = useRef(false);
  const withdraw = useWithdraw(props.currency);
  const [told, setTold] = useState<string>();
  const [lockedUntil, setLockedUntil] = useState<number | null>(null);
  const left = useTimeLeft(lockedUntil);
  const refuse = (error: unknown) => {
    const code = error instanceof ApiError ? error.code : '';
    if (code === 'incorrect_pin' || code === 'pin_locked') {
      setTold(wordsOf(error));
      setLockedUntil(lockEnd(error));
      return onWrongPin();
    }
    if (code === 'pin_not_set') {
      toast.info(texts.pinNeeded);
      return onNoPin();
    }
    if (code === 'idempotency_key_reused') return setTold(texts.confirm.alreadySent);
    if (isUnanswered(error)) {
      setTold(texts.confirm.again);
      return toastFailure(error, texts.failedTryAgain);
    }
    onRefused(error);
    toast.error(texts.failed, { text: messageOf(error) });
    onClose();
  };
  const send = (pin: string) => {
    if (underWay.current) return;
    underWay.current = true;
    setTold(undefined);
    const body = toRequest(type, values, account.name, pin);
    withdraw.mutate(
      { body, idempotencyKey },
      {
        onSuccess: onDone,
        onError: refuse,
        onSettled: () => {
          underWay.current = false;
        },
      },
    );
  };
  const problem = left !== null ? texts.confirm.locked(left) : lockedUntil ? texts.confirm.unlocked : told;
  return { send, pending: withdraw.isPending, problem, locked: left };
}

/** Nobody can say whether it arrived: the same request may be sent again. */
function isUnanswered(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.status === 429;
}

function wordsOf(error: unknown): string {
  const left = error instanceof ApiError ? error.data.triesLeft : undefined;
  return typeof left === 'number' ? texts.confirm.wrong(left) : messageOf(error);
}

function lockEnd(error: unknown): number | null {
  const until = error instanceof ApiError ? error.data.lockedUntil : undefined;
  return typeof until === 'string' ? Date.parse(until) : null;
}

/** `14 min 05 s` until then, each second; null before there is anything to wait for and after it is over. */
function useTimeLeft(until: number | null): string | null {
  const [now, setNow] = useState(() => Date.now());
  const over = until === null || now >= until;
  useEffect(() => {
    if (until === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until]);
  if (over) return null;
  const seconds = Math.ceil((until - now) / 1000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}
