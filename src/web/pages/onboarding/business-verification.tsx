import { ApiError } from '#contract/client.ts';
import { toastFailure } from '#web/lib/api.ts';
import { KycTileGrid } from '#web/lib/profile/kyc-tiles.tsx';
import { kycTileTexts } from '#web/lib/profile/texts.ts';
import { type KycTiles, useKycTiles } from '#web/lib/profile/use-kyc-tiles.ts';
import { Button } from '#web/ui/button.tsx';
import { useCreateBusiness } from './api.ts';
import { laterTexts as texts } from './later-texts.ts';
import { StepFrame } from './step-frame.tsx';
import type { Wizard } from './use-onboarding.ts';

export function BusinessVerification({ form, next, back }: Wizard) {
  const tiles = useKycTiles(form.values.documents, (documents) => form.change({ documents }));
  const create = useCreateBusiness();
  const finish = async (withDocuments: boolean) => {
    // Either button, until its answer is here.
    if (create.isPending) return;
    // Not in the mutation's own callbacks: this step is gone by the time the profile is known.
    const saved = await create.mutateAsync({ draft: form.values, withDocuments }).catch((error) => {
      toastFailure(error, accountRefusal(error) ?? texts.verification.failed);
      return null;
    });
    if (saved) next();
  };
  return (
    <StepFrame
      form={form}
      title={texts.verification.title}
      text={texts.verification.text}
      missing={missingDocuments(tiles)}
      onBack={back}
      onContinue={() => finish(true)}
      continueLabel={texts.verification.complete}
      pending={create.isPending && create.variables.withDocuments}
      aside={
        <Button
          variant="link"
          pending={create.isPending && !create.variables.withDocuments}
          onClick={() => finish(false)}
        >
          {texts.verification.later}
        </Button>
      }
    >
      <KycTileGrid tiles={tiles} />
    </StepFrame>
  );
}

/** The bank's word on the account of an earlier step, where that is what stops it. */
function accountRefusal(error: unknown): string | undefined {
  const errors = error instanceof ApiError ? error.errors : [];
  return errors.find(({ path }) => path === 'bankAccountNumber')?.message;
}

function missingDocuments(tiles: KycTiles): string[] {
  return kycTileTexts.filter(({ key }) => tiles[key].state.is !== 'uploaded').map(({ title }) => title);
}
