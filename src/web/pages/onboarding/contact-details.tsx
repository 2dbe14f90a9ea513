import { EmailField, TextField } from '#web/lib/forms/fields.tsx';
import { LocationFields } from '#web/lib/profile/location-fields.tsx';
import { StepFrame } from './step-frame.tsx';
import { missingAt } from './steps.ts';
import { withZip, zipOfState } from './suggest.ts';
import { texts } from './texts.ts';
import type { Wizard } from './use-onboarding.ts';

export function ContactDetails({ form, next, back }: Wizard) {
  const isHeadOffice = form.values.zipCode !== '' && form.values.zipCode === zipOfState(form.values);
  return (
    <StepFrame
      form={form}
      title={texts.contact.title}
      text={texts.contact.text}
      missing={missingAt('contact-details', form.values)}
      onBack={back}
      onContinue={next}
    >
      <EmailField form={form} name="email" label={texts.contact.email} required />
      <LocationFields place={form.values} change={(change) => form.change(withZip(form.values, change))} />
      <TextField
        form={form}
        name="street"
        label={texts.contact.street}
        autoComplete="street-address"
        maxLength={200}
        required
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          form={form}
          name="zipCode"
          label={texts.contact.zip}
          hint={isHeadOffice && texts.contact.zipHint}
          autoComplete="postal-code"
          maxLength={20}
          required
        />
        <TextField
          form={form}
          name="websiteUrl"
          label={texts.contact.website}
          type="url"
          placeholder="https://"
          autoCapitalize="none"
          optional
        />
      </div>
    </StepFrame>
  );
}
