import { useState } from 'react';
import { isEmail, isWebAddress } from '#web/lib/profile/checks.ts';
import { LocationFields } from '#web/lib/profile/location-fields.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { StepFrame } from './step-frame.tsx';
import { missingAt } from './steps.ts';
import { texts } from './texts.ts';
import type { Wizard } from './use-onboarding.ts';

export function ContactDetails({ draft, change, next, back }: Wizard) {
  const [left, setLeft] = useState({ email: false, website: false });
  const emailError =
    draft.email.trim() === ''
      ? texts.contact.emailMissing
      : isEmail(draft.email)
        ? undefined
        : texts.contact.emailWrong;
  const websiteError = isWebAddress(draft.websiteUrl) ? undefined : texts.contact.websiteWrong;
  return (
    <StepFrame
      title={texts.contact.title}
      text={texts.contact.text}
      missing={missingAt('contact-details', draft)}
      onBack={back}
      onContinue={next}
    >
      <Field label={texts.contact.email} error={left.email ? emailError : undefined} required>
        <Input
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          value={draft.email}
          onBlur={() => setLeft({ ...left, email: true })}
          onChange={(event) => change({ email: event.target.value })}
        />
      </Field>
      <LocationFields place={draft} change={change} />
      <Field label={texts.contact.street} required>
        <Input
          autoComplete="street-address"
          maxLength={200}
          value={draft.street}
          onChange={(event) => change({ street: event.target.value })}
        />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={texts.contact.zip} required>
          <Input
            autoComplete="postal-code"
            maxLength={20}
            value={draft.zipCode}
            onChange={(event) => change({ zipCode: event.target.value })}
          />
        </Field>
        <Field label={texts.contact.website} optional error={left.website ? websiteError : undefined}>
          <Input
            type="url"
            placeholder="https://"
            autoCapitalize="none"
            value={draft.websiteUrl}
            onBlur={() => setLeft({ ...left, website: true })}
            onChange={(event) => change({ websiteUrl: event.target.value })}
          />
        </Field>
      </div>
    </StepFrame>
  );
}
