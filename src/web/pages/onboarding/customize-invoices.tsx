import { useNavigate } from '@tanstack/react-router';
import { Monitor, Smartphone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { DEFAULT_PRIMARY, DEFAULT_SECONDARY } from '#contract/business.ts';
import { toastFailure } from '#web/lib/api.ts';
import { type BusinessProfile, useBusiness } from '#web/lib/business-profile.ts';
import { draft as drafts } from '#web/lib/forms/draft.ts';
import { isHexColor } from '#web/lib/profile/checks.ts';
import { ColorField } from '#web/lib/profile/color-field.tsx';
import { LogoUpload } from '#web/lib/profile/logo-upload.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useCreateBusiness, useSaveBranding } from './api.ts';
import { draftName, isComplete, type OnboardingDraft } from './draft.ts';
import { InvoicePreview, PhonePreview } from './invoice-preview.tsx';
import { laterTexts as texts } from './later-texts.ts';
import { StepFrame } from './step-frame.tsx';
import type { Wizard } from './use-onboarding.ts';

/** The last good colours: a half-typed one does not blink through the preview. */
function useValidColors(draft: OnboardingDraft) {
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
function useStoredBranding(
  profile: BusinessProfile | undefined,
  draft: OnboardingDraft,
  change: Wizard['form']['change'],
) {
  const started = useRef(
    draft.invoicePrimaryColor !== DEFAULT_PRIMARY ||
      draft.invoiceSecondaryColor !== DEFAULT_SECONDARY ||
      draft.invoiceLogoUrl !== '',
  );
  useEffect(() => {
    if (!profile || started.current) return;
    started.current = true;
    change({
      invoicePrimaryColor: profile.primaryColor,
      invoiceSecondaryColor: profile.secondaryColor,
      invoiceLogoUrl: profile.logoUrl ?? '',
    });
  }, [profile, change]);
}

export function CustomizeInvoices({ user, form }: Wizard) {
  const { values: draft, change, bind } = form;
  const [view, setView] = useState('desktop');
  const [localLogo, setLocalLogo] = useState('');
  const logo = localLogo || draft.invoiceLogoUrl;
  const { data: profile } = useBusiness();
  useStoredBranding(profile, draft, change);
  const colors = useValidColors(draft);
  const { save, pending } = useSave({ userId: user?.id ?? '', profileId: profile?.id, draft });
  const preview = {
    name: profile?.businessName ?? draft.businessName,
    seed: profile?.id ?? draft.businessName,
    logo,
    ...colors,
  };
  return (
    <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)]">
      <StepFrame
        form={form}
        title={texts.look.title}
        text={texts.look.text}
        missing={colorsMissing(draft)}
        onContinue={save}
        continueLabel={texts.look.save}
        pending={pending}
      >
        <LogoUpload
          logo={logo}
          onPreview={setLocalLogo}
          onStored={(invoiceLogoUrl) => change({ invoiceLogoUrl })}
        />
        <ColorField label={texts.look.primary} {...bind('invoicePrimaryColor')} />
        <ColorField label={texts.look.secondary} {...bind('invoiceSecondaryColor')} />
      </StepFrame>
      <section aria-label={texts.look.preview}>
        <Tabs
          label={texts.look.preview}
          value={view}
          onChange={setView}
          tabs={[
            {
              value: 'desktop',
              label: texts.look.desktop,
              icon: <Monitor aria-hidden />,
              content: <InvoicePreview {...preview} />,
            },
            {
              value: 'mobile',
              label: texts.look.mobile,
              icon: <Smartphone aria-hidden />,
              content: <PhonePreview {...preview} />,
            },
          ]}
        />
      </section>
    </div>
  );
}

function colorsMissing(draft: OnboardingDraft): string[] {
  const fields = [
    [texts.look.missing.primary, draft.invoicePrimaryColor],
    [texts.look.missing.secondary, draft.invoiceSecondaryColor],
  ] as const;
  return fields.filter(([, color]) => !isHexColor(color)).map(([name]) => name);
}

type SaveOptions = { userId: string; profileId: string | undefined; draft: OnboardingDraft };

/** Updates the branding of an existing profile; creates the full profile where there is none yet. */
function useSave({ userId, profileId, draft }: SaveOptions) {
  const navigate = useNavigate();
  const branding = useSaveBranding();
  const create = useCreateBusiness();
  const done = {
    onSuccess: () => {
      toast.success(texts.look.saved);
      void navigate({ to: '/dashboard/chat' }).then(() => drafts.clear(draftName(userId)));
    },
    onError: (error: Error) => toastFailure(error, texts.look.failed),
  };
  const save = () => {
    if (profileId === undefined) return create.mutate({ draft, withDocuments: true }, done);
    const colors = { primaryColor: draft.invoicePrimaryColor, secondaryColor: draft.invoiceSecondaryColor };
    const finished = isComplete(draft) ? { onboardingCompleted: true } : {};
    branding.mutate(
      { businessId: profileId, logo: draft.invoiceLogoUrl || null, ...colors, ...finished },
      done,
    );
  };
  return { save, pending: branding.isPending || create.isPending };
}
