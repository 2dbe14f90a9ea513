import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { ApiError } from '#contract/client.ts';
import { type ProofWay, proofWays, stepUpNeeded } from '#contract/step-up.ts';
import { hasPasskeys } from '../session/passkey-support.ts';
import { StepUpDialog } from './dialog.tsx';
import { texts } from './texts.ts';

let open: Promise<boolean> | null = null;

/**
 * Asks for the proof a refused call wants, in one dialog however many calls want it at once. Throws `ApiError` where it was
 * not given; once this is through the call can be repeated.
 */
export async function proveFor(refusal: ApiError): Promise<void> {
  open ??= ask(waysIn(refusal)).finally(() => {
    open = null;
  });
  if (!(await open)) throw new ApiError(422, 'step_up_cancelled', texts.cancelled);
}

function waysIn({ data }: ApiError): ProofWay[] {
  const told = z.safeParse(stepUpNeeded, data);
  const ways: readonly ProofWay[] = told.success ? told.data.ways : proofWays;
  const usable = ways.filter((way) => way !== 'passkey' || hasPasskeys());
  return usable.length > 0 ? usable : [...ways];
}

// A React root of its own, independent of the requesting page and its dialogs.
function ask(ways: ProofWay[]): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  return new Promise((settle) => {
    const end = (proven: boolean) => {
      root.unmount();
      place.remove();
      settle(proven);
    };
    root.render(<StepUpDialog ways={ways} onEnd={end} />);
  });
}
