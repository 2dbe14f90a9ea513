import { companySizes, industries } from '#contract/business.ts';
import { TextareaField, TextField } from '#web/lib/forms/fields.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { StepFrame } from './step-frame.tsx';
import { missingAt } from './steps.ts';
import { withDescription } from './suggest.ts';
import { texts } from './texts.ts';
import type { Wizard } from './use-onboarding.ts';

const asOptions = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));
const industryOptions = asOptions(industries);
const sizeOptions = asOptions(companySizes);

export function BusinessDetails({ form, next, back }: Wizard) {
  return (
    <StepFrame
      form={form}
      title={texts.details.title}
      text={texts.details.text}
      missing={missingAt('business-details', form.values)}
      onBack={back}
      onContinue={next}
    >
      <TextField
        form={form}
        name="businessName"
        label={texts.details.name}
        autoComplete="organization"
        maxLength={120}
        required
      />
      <Field label={texts.details.industry} required>
        <Select
          {...form.bind('industry')}
          onChange={(industry) => form.change(withDescription(form.values, industry))}
          options={industryOptions}
          placeholder={texts.details.chooseIndustry}
        />
      </Field>
      <TextareaField
        form={form}
        name="description"
        label={texts.details.description}
        hint={texts.details.descriptionHint}
        rows={3}
        maxLength={1000}
        required
      />
      <Field label={texts.details.size} required>
        <Select {...form.bind('companySize')} options={sizeOptions} placeholder={texts.details.chooseSize} />
      </Field>
    </StepFrame>
  );
}
