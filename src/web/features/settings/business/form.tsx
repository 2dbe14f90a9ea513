import { type FormEvent, useRef, useState } from 'react';
import { companySizes, industries } from '#contract/business.ts';
import { toastFailure } from '#web/lib/api.ts';
import type { BusinessProfile } from '#web/lib/business-profile.ts';
import { SaveBar } from '#web/lib/forms/save-bar.tsx';
import { UnsavedChangesGuard } from '#web/lib/forms/unsaved-changes-guard.tsx';
import { type PlainForm, usePlainForm } from '#web/lib/plain-form.ts';
import { isHexColor } from '#web/lib/profile/checks.ts';
import { ColorField } from '#web/lib/profile/color-field.tsx';
import { LocationFields } from '#web/lib/profile/location-fields.tsx';
import { LogoUpload } from '#web/lib/profile/logo-upload.tsx';
import { Button } from '#web/ui/button.tsx';
import { Cloth } from '#web/ui/cloth.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { Section } from '../layout.tsx';
import { texts } from '../texts.ts';
import { useSaveBusiness } from './api.ts';
import { businessSchema, type BusinessValues, hasBrandingChanged, valuesOf } from './values.ts';

type Form = PlainForm<BusinessValues>;

/** Profile, address and branding of the business, saved together. */
export function BusinessForm({ profile }: { profile: BusinessProfile }) {
  const start = valuesOf(profile);
  const form = usePlainForm<BusinessValues>(businessSchema, start);
  const saving = useSaveBusiness();
  const buttons = useRef<HTMLDivElement>(null);
  const save = () => {
    if (saving.isPending || !form.check()) return;
    saving.mutate(
      { values: form.values, brandingChanged: hasBrandingChanged(form.values, start) },
      {
        onSuccess: (saved) => {
          form.reset(valuesOf(saved));
          toast.success(texts.business.saved);
        },
        onError: (error) => {
          if (!form.showRefusal(error)) toastFailure(error, texts.business.saveFailed);
        },
      },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <>
      <form ref={form.form} onSubmit={submit} noValidate className="grid gap-5">
        <InfoSection form={form} />
        <AddressSection form={form} />
        <BrandSection form={form} businessId={profile.id} />
        <div ref={buttons} className="flex flex-wrap justify-end gap-3 max-md:[&>*]:flex-1">
          <Button variant="outline" disabled={!form.dirty} onClick={() => form.reset()}>
            {texts.business.cancel}
          </Button>
          <Button type="submit" pending={saving.isPending} disabled={!form.dirty}>
            {texts.business.save}
          </Button>
        </div>
      </form>
      <SaveBar
        dirty={form.dirty}
        pending={saving.isPending}
        onUndo={() => form.reset()}
        onSave={save}
        buttons={buttons}
      />
      <UnsavedChangesGuard dirty={form.dirty} />
    </>
  );
}

/** A list's names, with the one in use where the list does not know it. */
function optionsWith(names: readonly string[], used: string) {
  const known = names.includes(used) || used === '' ? names : [...names, used];
  return known.map((name) => ({ value: name, label: name }));
}

function InfoSection({ form: { values, errors, change, left } }: { form: Form }) {
  const { business } = texts;
  return (
    <Section title={business.info} text={business.infoText}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={business.name} error={errors.businessName} required className="sm:col-span-2">
          <Input
            autoComplete="organization"
            maxLength={120}
            value={values.businessName}
            onBlur={() => left('businessName')}
            onChange={(event) => change({ businessName: event.target.value })}
          />
        </Field>
        <Field label={business.industry}>
          <Select
            value={values.industry}
            onChange={(industry) => change({ industry })}
            options={optionsWith(industries, values.industry)}
            placeholder={business.chooseIndustry}
          />
        </Field>
        <Field label={business.size}>
          <Select
            value={values.companySize}
            onChange={(companySize) => change({ companySize })}
            options={optionsWith(companySizes, values.companySize)}
            placeholder={business.chooseSize}
          />
        </Field>
        <Field label={business.email} error={errors.email} required>
          <Input
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            value={values.email}
            onBlur={() => left('email')}
            onChange={(event) => change({ email: event.target.value })}
          />
        </Field>
        <Field label={business.phone} error={errors.phone} optional>
          <Input
            type="tel"
            autoComplete="tel"
            maxLength={30}
            value={values.phone}
            onBlur={() => left('phone')}
            onChange={(event) => change({ phone: event.target.value })}
          />
        </Field>
        <Field label={business.website} error={errors.websiteUrl} optional className="sm:col-span-2">
          <Input
            type="url"
            placeholder="https://"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={300}
            value={values.websiteUrl}
            onBlur={() => left('websiteUrl')}
            onChange={(event) => change({ websiteUrl: event.target.value })}
          />
        </Field>
        <Field label={business.description} error={errors.description} optional className="sm:col-span-2">
          <Textarea
            rows={3}
            maxLength={1000}
            value={values.description}
            onBlur={() => left('description')}
            onChange={(event) => change({ description: event.target.value })}
          />
        </Field>
      </div>
    </Section>
  );
}

function AddressSection({ form: { values, errors, change } }: { form: Form }) {
  const { business } = texts;
  return (
    <Section title={business.address} text={business.addressText}>
      <div className="grid gap-5">
        <LocationFields place={values} change={change} required={false} />
        <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_10rem]">
          <Field label={business.street} error={errors.street}>
            <Input
              autoComplete="street-address"
              maxLength={200}
              value={values.street}
              onChange={(event) => change({ street: event.target.value })}
            />
          </Field>
          <Field label={business.zip} error={errors.zipCode}>
            <Input
              autoComplete="postal-code"
              maxLength={20}
              value={values.zipCode}
              onChange={(event) => change({ zipCode: event.target.value })}
            />
          </Field>
        </div>
      </div>
    </Section>
  );
}

function BrandSection({ form: { values, change }, businessId }: { form: Form; businessId: string }) {
  const { business } = texts;
  const [preview, setPreview] = useState('');
  const primary = useGood(values.primaryColor);
  const secondary = useGood(values.secondaryColor);
  return (
    <Section title={business.brand} text={business.brandText}>
      <div className="grid gap-5">
        <LogoUpload
          logo={values.logo && (preview || values.logo)}
          onPreview={(url) => {
            setPreview(url);
            if (url !== '') change({ logo: values.logo || url });
          }}
          onStored={(logo) => change({ logo })}
        />
        {values.logo !== '' && (
          <Button
            variant="link"
            size="sm"
            className="justify-self-start"
            onClick={() => change({ logo: '' })}
          >
            {business.removeLogo}
          </Button>
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <ColorField
            label={business.primary}
            value={values.primaryColor}
            onChange={(primaryColor) => change({ primaryColor })}
          />
          <ColorField
            label={business.secondary}
            value={values.secondaryColor}
            onChange={(secondaryColor) => change({ secondaryColor })}
          />
        </div>
        <div
          role="img"
          aria-label={business.cloth}
          className="overflow-hidden rounded-control border border-line"
        >
          <Cloth
            seed={businessId}
            primary={primary}
            secondary={secondary}
            columns={12}
            rows={2}
            className="aspect-[6/1] w-full"
          />
        </div>
      </div>
    </Section>
  );
}

/** The last colour that was one: a half-typed one does not blink through the cloth. */
function useGood(color: string): string {
  const [good, setGood] = useState(color);
  if (isHexColor(color) && color !== good) setGood(color);
  return good;
}
