import { useState } from 'react';
import { useBusiness } from '#web/lib/business-profile.ts';
import { lazyDialog } from '#web/lib/lazy.tsx';
import { useOpened } from '#web/lib/navigation/url-state.ts';
import { toast } from '#web/ui/toast-store.ts';
import { texts } from './texts.ts';

const SetPinDialog = lazyDialog(async () => (await import('#web/lib/pin/set-pin-dialog.tsx')).SetPinDialog);

/** The way from a form to the dialog that asks for the PIN, which an owner without one sets in between. */
export function usePinSteps() {
  const [step, setStep] = useOpened<'set-pin' | 'confirm'>('pin');
  const [before, setBefore] = useState({ stepsBefore: 0, chosenPin: '' });
  const { data: business } = useBusiness();
  const begin = () => {
    setBefore({ stepsBefore: 0, chosenPin: '' });
    if (business?.transactionPin === 'set') return setStep('confirm');
    toast.info(texts.pinNeeded);
    setStep('set-pin');
  };
  const proceed = (stepsBefore: number, chosenPin: string) => {
    setBefore({ stepsBefore, chosenPin });
    setStep('confirm');
  };
  const setPinDialog = step === 'set-pin' && (
    <SetPinDialog kind="set" stepsAfter={1} onClose={() => setStep(null)} onDone={proceed} />
  );
  return { step, setStep, begin, setPinDialog, before };
}
