import { Building2, ShoppingBag, UserRound, Wrench } from 'lucide-react';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { StepFrame } from './step-frame.tsx';
import { missingAt } from './steps.ts';
import type { Wizard } from './use-onboarding.ts';

const types = [
  { value: 'Freelancer', title: 'Freelancer', text: 'You work for yourself', icon: <UserRound /> },
  { value: 'Agency', title: 'Agency', text: 'A team that serves clients', icon: <Building2 /> },
  {
    value: 'E-commerce',
    title: 'E-commerce',
    text: 'You sell goods, online or by chat',
    icon: <ShoppingBag />,
  },
  {
    value: 'Service Provider',
    title: 'Service Provider',
    text: 'Salon, repairs, lessons, delivery',
    icon: <Wrench />,
  },
];

export function BusinessTypeStep({ draft, change, next, back }: Wizard) {
  return (
    <StepFrame
      title="What kind of business is it?"
      missing={missingAt('business-type', draft)}
      onBack={back}
      onContinue={next}
    >
      <RadioCards
        label="Business type"
        value={draft.businessType}
        onChange={(businessType) => change({ businessType })}
        options={types}
      />
    </StepFrame>
  );
}
