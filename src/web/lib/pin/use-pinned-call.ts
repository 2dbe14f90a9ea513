import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '#contract/client.ts';
import { accountNamesChanged } from '#contract/account-names.ts';
import { toast } from '#web/ui/toast-store.ts';
import { messageOf, newIdempotencyKey } from '../api.ts';
import { texts } from './texts.ts';

/** An account whose bank gives another name than was shown. */
export type ChangedName = z.output<typeof accountNamesChanged>['names'][number];
/** Names the owner agreed to, by where the request says them. */
export type AgreedNames = Readonly<Record<string, string>>;

export type PinConfirmedCall<T> = {
  /** The call itself. Its key is the same for every try, so that it happens once; names agreed to make another call of it. */
  call: (pin: string, idempotencyKey: string, agreed: AgreedNames) => Promise<T>;
  onDone: (answer: T) => void;
  /** No PIN was set yet. */
  onNoPin: () => void;
  /** A refusal that has nothing to do with the PIN: nothing happened, and another try needs another request. */
  onRefused: (error: ApiError) => void;
};

/**
 * One request however often it is submitted: its idempotency key is created when the dialog opens, and reused
 * for every attempt. Where the bank gives another name nothing was sent, and agreeing to it is a request of its own.
 */
export function usePinConfirmedCall<T>(pinned: PinConfirmedCall<T>, onPinRetry: () => void) {
  const idempotencyKey = useRef('');
  idempotencyKey.current ||= newIdempotencyKey();
  const [names, setNames] = useState<readonly ChangedName[]>([]);
  const inFlight = useRef(false);
  const [message, setMessage] = useState<string>();
  const [lockedUntil, setLockedUntil] = useState<number | null>(null);
  const left = useTimeLeft(lockedUntil);
  const agreed = Object.fromEntries(names.map(({ path, accountName }) => [path, accountName]));
  const mutation = useMutation({
    mutationFn: (pin: string) => pinned.call(pin, idempotencyKey.current, agreed),
  });
  const handleError = (error: unknown) => {
    if (!(error instanceof ApiError) || isUnanswered(error)) return setMessage(texts.unanswered);
    const { code } = error;
    if (code === 'incorrect_pin' || code === 'pin_locked') {
      setMessage(pinErrorText(error));
      setLockedUntil(lockEnd(error));
      return onPinRetry();
    }
    if (code === 'pin_not_set') {
      toast.info(texts.needed);
      return pinned.onNoPin();
    }
    if (code === 'idempotency_key_reused' || code === 'idempotency_in_progress')
      return setMessage(texts.alreadySent);
    if (code === 'too_many_requests') return setMessage(texts.notSent(messageOf(error)));
    if (code === 'bank_unanswered') return setMessage(messageOf(error));
    const changed = changedNames(error);
    if (changed) {
      idempotencyKey.current = newIdempotencyKey();
      return setNames((before) => [
        ...before.filter(({ path }) => !changed.some((one) => one.path === path)),
        ...changed,
      ]);
    }
    pinned.onRefused(error);
  };
  // The callbacks also run after the dialog has closed: money that left must not appear as not sent.
  const send = async (pin: string) => {
    if (inFlight.current) return;
    inFlight.current = true;
    setMessage(undefined);
    try {
      pinned.onDone(await mutation.mutateAsync(pin));
    } catch (error) {
      handleError(error);
    } finally {
      inFlight.current = false;
    }
  };
  const problem = left !== null ? texts.locked(left) : lockedUntil ? texts.unlocked : message;
  return { send, pending: mutation.isPending, problem, locked: left !== null, names };
}

function changedNames({ code, data }: ApiError): readonly ChangedName[] | null {
  const parsed = code === 'account_name_changed' ? z.safeParse(accountNamesChanged, data) : null;
  return parsed?.success ? parsed.data.names : null;
}

/** Nobody can say whether it arrived: the same request may be sent again. */
export function isUnanswered({ code, status }: ApiError): boolean {
  // Payouts that are stopped and a silent bank are a plain no, whatever its number.
  return !['payouts_paused', 'bank_unanswered'].includes(code) && (status === 0 || status >= 500);
}

function pinErrorText(error: ApiError): string {
  const left = error.data.triesLeft;
  return typeof left === 'number' ? texts.wrong(left) : messageOf(error);
}

function lockEnd(error: ApiError): number | null {
  const until = error.data.lockedUntil;
  return typeof until === 'string' ? Date.parse(until) : null;
}

/** `14 min 05 s` until then, each second; null before there is anything to wait for and after it is over. */
function useTimeLeft(until: number | null): string | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (until === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until]);
  if (until === null || now >= until) return null;
  const seconds = Math.ceil((until - now) / 1000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}
