import { useState } from 'react';
import { useBusiness } from '#web/lib/business-profile.ts';
import { lazyDialog } from '#web/lib/lazy.tsx';
import { useUrlState } from '#web/lib/navigation/url-state.ts';
import { toast } from '#web/ui/toast-store.ts';
import { texts } from './texts.ts';

const SetPinDialog = lazyDialog(async () => (await import('#web/lib/pin/set-pin-dialog.tsx')).SetPinDialog);

type Step = 'form' | 'set-pin' | 'confirm';

/** The way from a form to the dialog that asks for the PIN, which an owner without one sets in between. Back leads to the form. */
export function usePinSteps() {
  const [{ asks }, setUrl] = useUrlState({ asks: '' });
  const [dialog, setDialog] = useState<Step>('form');
  const [before, setBefore] = useState({ stepsBefore: 0, chosenPin: '' });
  const { data: business } = useBusiness();
  const [seen, setSeen] = useState(asks);
  if (seen !== asks) {
    setSeen(asks);
    // Back ends it for good: at Forward the form may say something else.
    if (asks === '') setDialog('form');
  }
  const setStep = (next: Step) => {
    setDialog(next);
    if (next === 'form') setUrl({ asks: '' });
    else if (asks === '') setUrl({ asks: 'pin' }, { push: true });
  };
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
  const step = asks === '' ? 'form' : dialog;
  const setPinDialog = step === 'set-pin' && (
    <SetPinDialog kind="set" stepsAfter={1} onClose={() => setStep('form')} onDone={proceed} />
  );
  return { step, setStep, begin, setPinDialog, before };
}
