import { companySizes, industries } from '#contract/business.ts';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { StepFrame } from './step-frame.tsx';
import { missingAt } from './steps.ts';
import { texts } from './texts.ts';
import type { Wizard } from './use-onboarding.ts';

const asOptions = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));
const industryOptions = asOptions(industries);
const sizeOptions = asOptions(companySizes);

export function BusinessDetails({ draft, change, next, back }: Wizard) {
  return (
    <StepFrame
      title={texts.details.title}
      text={texts.details.text}
      missing={missingAt('business-details', draft)}
      onBack={back}
      onContinue={next}
    >
      <Field label={texts.details.name} required>
        <Input
          autoComplete="organization"
          maxLength={120}
          value={draft.businessName}
          onChange={(event) => change({ businessName: event.target.value })}
        />
      </Field>
      <Field label={texts.details.industry} required>
        <Select
          value={draft.industry}
          onChange={(industry) => change({ industry })}
          options={industryOptions}
          placeholder={texts.details.chooseIndustry}
        />
      </Field>
      <Field label={texts.details.description} hint={texts.details.descriptionHint} required>
        <Textarea
          rows={3}
          maxLength={1000}
          value={draft.description}
          onChange={(event) => change({ description: event.target.value })}
        />
      </Field>
      <Field label={texts.details.size} required>
        <Select
          value={draft.companySize}
          onChange={(companySize) => change({ companySize })}
          options={sizeOptions}
          placeholder={texts.details.chooseSize}
        />
      </Field>
    </StepFrame>
  );
}
