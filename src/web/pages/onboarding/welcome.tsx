import { HouseCloth } from '#web/ui/cloth.tsx';
import { StepFrame } from './step-frame.tsx';
import { texts } from './texts.ts';
import type { Wizard } from './use-onboarding.ts';

export function Welcome({ form, user, next }: Wizard) {
  return (
    <>
      <HouseCloth columns={14} rows={3} className="mb-8 h-32 rounded-card" />
      <StepFrame
        form={form}
        title={texts.welcome.title(user?.firstName || texts.welcome.nobody)}
        text={texts.welcome.text}
        onContinue={next}
      />
    </>
  );
}
