import { HouseCloth } from '../../ui/cloth.tsx';
import { StepFrame } from './step-frame.tsx';
import type { Wizard } from './use-onboarding.ts';

export function Welcome({ user, next }: Wizard) {
  return (
    <>
      <HouseCloth columns={14} rows={3} className="mb-8 h-32 rounded-card" />
      <StepFrame
        title={`Welcome, ${user?.firstName || 'there'}`}
        text="Let us set up your business. It takes about five minutes; what you type is kept, so you can stop and come back. Have your bank account number and BVN at hand."
        onContinue={next}
      />
    </>
  );
}
