import { HouseCloth } from '../../ui/cloth.tsx';
import { StepFrame } from './step-frame.tsx';
import type { Wizard } from './use-onboarding.ts';
import { texts } from './texts.ts';

export function Welcome({ user, next }: Wizard) {
  return (
    <>
      <HouseCloth columns={14} rows={3} className="mb-8 h-32 rounded-card" />
      <StepFrame
        title={texts.welcome.title(user?.firstName || texts.welcome.nobody)}
        text={texts.welcome.text}
        onContinue={next}
      />
    </>
  );
}
