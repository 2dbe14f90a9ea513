import { companySizes, industries } from '#contract/business.ts';
import { toastFailure } from '#web/lib/api.ts';
import type { BusinessProfile } from '#web/lib/business-profile.ts';
import { EmailField, TextareaField, TextField } from '#web/lib/forms/fields.tsx';
import { changesOf } from '#web/lib/forms/changes.ts';
import { SaveForm } from '#web/lib/forms/save-form.tsx';
import { type FormHandle, useForm } from '#web/lib/forms/use-form.ts';
import { nearComponent } from '#web/lib/lazy.tsx';
import { LocationFields } from '#web/lib/profile/location-fields.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { Section } from '../layout.tsx';
import { texts } from './texts.ts';
import { useSaveBusiness } from './api.ts';
import { businessSchema, type BusinessValues, valuesOf } from './values.ts';

type Form = FormHandle<BusinessValues>;

// Below the fold, and heavy with its cloths.
const BrandFields = nearComponent(
  async () => (await import('./brand-fields.tsx')).BrandFields,
  <Skeleton className="h-140" />,
);

/** Profile, address and branding of the business, saved together. */
export function BusinessForm({ profile }: { profile: BusinessProfile }) {
  const form = useForm<BusinessValues>(businessSchema, valuesOf(profile), 'blur');
  const saving = useSaveBusiness();
  const done = (saved: BusinessProfile) => {
    form.reset(valuesOf(saved));
    toast.success(texts.business.saved);
  };
  const refuse = (error: unknown) => {
    if (!form.showErrors(error)) toastFailure(error, texts.business.saveFailed);
  };
  return (
    <SaveForm
      form={form}
      onSubmit={(values) => saving.mutateAsync(changesOf(form.start, values))}
      onSuccess={done}
      onError={refuse}
      save={texts.business.save}
      undo={texts.business.cancel}
      className="grid gap-5"
    >
      <InfoSection form={form} />
      <AddressSection form={form} />
      <TaxSection form={form} />
      <Section title={texts.business.brand} text={texts.business.brandText}>
        <BrandFields form={form} businessId={profile.id} />
      </Section>
    </SaveForm>
  );
}

/** A list's names, with the one in use where the list does not know it. */
function optionsWith(names: readonly string[], used: string) {
  const known = names.includes(used) || used === '' ? names : [...names, used];
  return known.map((name) => ({ value: name, label: name }));
}

function InfoSection({ form }: { form: Form }) {
  const { business } = texts;
  const { industry, companySize } = form.values;
  return (
    <Section title={business.info} text={business.infoText}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          form={form}
          name="businessName"
          label={business.name}
          autoComplete="organization"
          maxLength={120}
          required
          className="sm:col-span-2"
        />
        <Field label={business.industry}>
          <Select
            {...form.bind('industry')}
            options={optionsWith(industries, industry)}
            placeholder={business.chooseIndustry}
          />
        </Field>
        <Field label={business.size}>
          <Select
            {...form.bind('companySize')}
            options={optionsWith(companySizes, companySize)}
            placeholder={business.chooseSize}
          />
        </Field>
        <EmailField form={form} name="email" label={business.email} maxLength={254} required />
        <TextField
          form={form}
          name="phone"
          label={business.phone}
          type="tel"
          autoComplete="tel"
          maxLength={30}
          optional
        />
        <TextField
          form={form}
          name="websiteUrl"
          label={business.website}
          type="url"
          placeholder="https://"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={300}
          optional
          className="sm:col-span-2"
        />
        <TextareaField
          form={form}
          name="description"
          label={business.description}
          rows={3}
          maxLength={1000}
          optional
          className="sm:col-span-2"
        />
      </div>
    </Section>
  );
}

function AddressSection({ form }: { form: Form }) {
  const { business } = texts;
  return (
    <Section title={business.address} text={business.addressText}>
      <div className="grid gap-5">
        <LocationFields place={form.values} change={form.change} required={false} />
        <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_10rem]">
          <TextField
            form={form}
            name="street"
            label={business.street}
            autoComplete="street-address"
            maxLength={200}
          />
          <TextField
            form={form}
            name="zipCode"
            label={business.zip}
            autoComplete="postal-code"
            maxLength={20}
          />
        </div>
      </div>
    </Section>
  );
}

function TaxSection({ form }: { form: Form }) {
  const { business } = texts;
  return (
    <Section title={business.tax} text={business.taxText}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          form={form}
          name="tin"
          label={business.tin}
          hint={business.tinHint}
          inputMode="numeric"
          autoComplete="off"
          maxLength={30}
          optional
        />
        <TextField
          form={form}
          name="registrationNumber"
          label={business.registration}
          hint={business.registrationHint}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={30}
          optional
        />
        <TextField
          form={form}
          name="vatNumber"
          label={business.vat}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={30}
          optional
        />
      </div>
    </Section>
  );
}
