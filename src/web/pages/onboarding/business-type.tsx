import { Building2, ShoppingBag, UserRound, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { businessTypes } from '#contract/business.ts';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { StepFrame } from './step-frame.tsx';
import { missingAt } from './steps.ts';
import { withSize } from './suggest.ts';
import { texts } from './texts.ts';
import type { Wizard } from './use-onboarding.ts';

const icons: Record<(typeof businessTypes)[number], ReactNode> = {
  Freelancer: <UserRound />,
  Agency: <Building2 />,
  'E-commerce': <ShoppingBag />,
  'Service Provider': <Wrench />,
};
const options = businessTypes.map((type) => ({
  value: type,
  title: type,
  text: texts.type.about[type],
  icon: icons[type],
}));

export function BusinessTypeStep({ form, next, back }: Wizard) {
  return (
    <StepFrame
      form={form}
      title={texts.type.title}
      missing={missingAt('business-type', form.values)}
      onBack={back}
      onContinue={next}
    >
      <RadioCards
        label={texts.type.label}
        {...form.bind('businessType')}
        onChange={(type) => form.change(withSize(form.values, type))}
        options={options}
      />
    </StepFrame>
  );
}
