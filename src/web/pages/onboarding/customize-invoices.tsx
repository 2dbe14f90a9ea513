import { useNavigate } from '@tanstack/react-router';
import { Monitor, Smartphone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { DEFAULT_PRIMARY, DEFAULT_SECONDARY } from '#contract/business.ts';
import { toastFailure } from '../../lib/api.ts';
import { type BusinessProfile, useBusiness } from '../../lib/business.ts';
import { draft as drafts } from '../../lib/draft.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useCreateBusiness, useSaveBranding } from './api.ts';
import { isHexColor } from '../../lib/profile/checks.ts';
import { ColorField } from '../../lib/profile/color-field.tsx';
import { isFilled, nameOf, type OnboardingDraft } from './draft.ts';
import { InvoicePreview, PhonePreview } from './invoice-preview.tsx';
import { LogoDrop } from '../../lib/profile/logo-drop.tsx';
import { StepFrame } from './step-frame.tsx';
import type { Wizard } from './use-onboarding.ts';

/** The last good colours: a half-typed one does not blink through the preview. */
function useGoodColors(draft: OnboardingDraft) {
  const [good, setGood] = useState({
    primary: draft.invoicePrimaryColor,
    secondary: draft.invoiceSecondaryColor,
  });
  const primary = isHexColor(draft.invoicePrimaryColor) ? draft.invoicePrimaryColor : good.primary;
  const secondary = isHexColor(draft.invoiceSecondaryColor) ? draft.invoiceSecondaryColor : good.secondary;
  if (primary !== good.primary || secondary !== good.secondary) setGood({ primary, secondary });
  return { primary, secondary };
}

/** Begins with the look that is stored, unless another was already begun here. */
function useStoredLook(
  profile: BusinessProfile | undefined,
  draft: OnboardingDraft,
  change: Wizard['change'],
) {
  const begun = useRef(
    draft.invoicePrimaryColor !== DEFAULT_PRIMARY ||
      draft.invoiceSecondaryColor !== DEFAULT_SECONDARY ||
      draft.invoiceLogoUrl !== '',
  );
  useEffect(() => {
    if (!profile || begun.current) return;
    begun.current = true;
    change({
      invoicePrimaryColor: profile.primaryColor,
      invoiceSecondaryColor: profile.secondaryColor,
      invoiceLogoUrl: profile.logoUrl ?? '',
    });
  }, [profile, change]);
}

export function CustomizeInvoices({ user, draft, change }: Wizard) {
  const [view, setView] = useState('desktop');
  const [localLogo, setLocalLogo] = useState('');
  const logo = localLogo || draft.invoiceLogoUrl;
  const { data: profile } = useBusiness();
  useStoredLook(profile, draft, change);
  const colors = useGoodColors(draft);
  const { save, pending } = useSave({ userId: user?.id ?? '', profileId: profile?.id, draft });
  const look = {
    name: profile?.businessName ?? draft.businessName,
    seed: profile?.id ?? draft.businessName,
    logo,
    ...colors,
  };
  return (
    <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)]">
      <StepFrame
        title="Customize Your Invoices"
        text="Two colours weave a cloth that is yours alone. Customers see it on every invoice."
        missing={colorsMissing(draft)}
        onContinue={save}
        continueLabel="Save & Continue to Dashboard"
        pending={pending}
      >
        <LogoDrop
          logo={logo}
          onPreview={setLocalLogo}
          onStored={(invoiceLogoUrl) => change({ invoiceLogoUrl })}
        />
        <ColorField
          label="Primary colour"
          value={draft.invoicePrimaryColor}
          onChange={(invoicePrimaryColor) => change({ invoicePrimaryColor })}
        />
        <ColorField
          label="Secondary colour"
          value={draft.invoiceSecondaryColor}
          onChange={(invoiceSecondaryColor) => change({ invoiceSecondaryColor })}
        />
      </StepFrame>
      <section aria-label="Preview">
        <Tabs
          label="Preview"
          value={view}
          onChange={setView}
          tabs={[
            {
              value: 'desktop',
              label: 'Desktop',
              icon: <Monitor aria-hidden />,
              content: <InvoicePreview {...look} />,
            },
            {
              value: 'mobile',
              label: 'Mobile',
              icon: <Smartphone aria-hidden />,
              content: <PhonePreview {...look} />,
            },
          ]}
        />
      </section>
    </div>
  );
}

function colorsMissing(draft: OnboardingDraft): string[] {
  const fields = [
    ['a primary colour', draft.invoicePrimaryColor],
    ['a secondary colour', draft.invoiceSecondaryColor],
  ] as const;
  return fields.filter(([, color]) => !isHexColor(color)).map(([name]) => name);
}

type SaveOptions = { userId: string; profileId: string | undefined; draft: OnboardingDraft };

/** Changes the branding of a profile that exists; creates the whole profile where there is none yet. */
function useSave({ userId, profileId, draft }: SaveOptions) {
  const navigate = useNavigate();
  const branding = useSaveBranding();
  const create = useCreateBusiness();
  const done = {
    onSuccess: () => {
      toast.success('Invoice customization saved successfully!');
      void navigate({ to: '/dashboard' }).then(() => drafts.clear(nameOf(userId)));
    },
    onError: (error: Error) => toastFailure(error, 'Failed to save customization. Please try again.'),
  };
  const save = () => {
    if (profileId === undefined) return create.mutate({ draft, withDocuments: true }, done);
    const colors = { primaryColor: draft.invoicePrimaryColor, secondaryColor: draft.invoiceSecondaryColor };
    const finished = isFilled(draft) ? { onboardingCompleted: true } : {};
    branding.mutate(
      { businessId: profileId, logo: draft.invoiceLogoUrl || null, ...colors, ...finished },
      done,
    );
  };
  return { save, pending: branding.isPending || create.isPending };
}
