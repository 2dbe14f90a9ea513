import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { ApiError } from '#contract/client.ts';
import { type ProofMethod, proofMethods, stepUpNeeded } from '#contract/step-up.ts';
import { StepUpDialog } from './dialog.tsx';
import { type StepUpOffer, usableMethods } from './offer.ts';
import { texts } from './texts.ts';

let open: Promise<boolean> | null = null;

/**
 * Asks for the proof a refused call wants, in one dialog however many calls want it at once. Throws `ApiError` where it was
 * not given; once this is through the call can be repeated.
 */
export async function requestStepUp(refusal: ApiError): Promise<void> {
  open ??= openDialog(offerOf(refusal)).finally(() => {
    open = null;
  });
  if (!(await open)) throw new ApiError(422, 'step_up_cancelled', texts.cancelled);
}

function offerOf({ data }: ApiError): StepUpOffer {
  const parsed = z.safeParse(stepUpNeeded, data);
  const methods: readonly ProofMethod[] = parsed.success ? parsed.data.ways : proofMethods;
  const about = parsed.success ? parsed.data : {};
  return { ...about, methods: usableMethods(methods) };
}

// A React root of its own, independent of the requesting page and its dialogs.
function openDialog(offer: StepUpOffer): Promise<boolean> {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  return new Promise((settle) => {
    const end = (proven: boolean) => {
      root.unmount();
      container.remove();
      settle(proven);
    };
    root.render(<StepUpDialog offer={offer} onEnd={end} />);
  });
}
