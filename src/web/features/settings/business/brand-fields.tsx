import { useState } from 'react';
import type { FormHandle } from '#web/lib/forms/use-form.ts';
import { BrandColors, useGoodColors } from '#web/lib/profile/brand-colors.tsx';
import { InvoicePreview } from '#web/lib/profile/invoice-preview.tsx';
import { LogoUpload } from '#web/lib/profile/logo-upload.tsx';
import { Button } from '#web/ui/button.tsx';
import { texts } from './texts.ts';
import type { BusinessValues } from './values.ts';

type BrandFieldsProps = { form: FormHandle<BusinessValues>; businessId: string };

/** Colours and logo of the business, under an invoice that wears them as they are chosen. */
export function BrandFields({ form: { values, change }, businessId }: BrandFieldsProps) {
  const { business } = texts;
  const [preview, setPreview] = useState('');
  const colors = { primary: values.primaryColor, secondary: values.secondaryColor };
  const logo = values.logo && (preview || values.logo);
  const look = { name: values.businessName, seed: businessId, logo, ...useGoodColors(colors) };
  return (
    <div className="grid gap-5">
      <div role="img" aria-label={business.preview}>
        <InvoicePreview brief {...look} />
      </div>
      <BrandColors
        {...colors}
        seed={businessId}
        onChange={({ primary, secondary }) => change({ primaryColor: primary, secondaryColor: secondary })}
      />
      <LogoUpload
        logo={logo}
        onPreview={(url) => {
          setPreview(url);
          if (url !== '') change({ logo: values.logo || url });
        }}
        onStored={(stored) => change({ logo: stored })}
      />
      {values.logo !== '' && (
        <Button variant="link" size="sm" className="justify-self-start" onClick={() => change({ logo: '' })}>
          {business.removeLogo}
        </Button>
      )}
    </div>
  );
}
