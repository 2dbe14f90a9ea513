import { useNavigate } from '@tanstack/react-router';
import { Monitor, Smartphone } from 'lucide-react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { DEFAULT_PRIMARY, DEFAULT_SECONDARY } from '#contract/business.ts';
import { toastFailure } from '#web/lib/api.ts';
import { type BusinessProfile, useBusiness } from '#web/lib/business-profile.ts';
import { draft as drafts } from '#web/lib/forms/draft.ts';
import { BrandColors, useGoodColors } from '#web/lib/profile/brand-colors.tsx';
import { isHexColor } from '#web/lib/profile/checks.ts';
import { InvoicePreview, PhonePreview } from '#web/lib/profile/invoice-preview.tsx';
import { LogoUpload } from '#web/lib/profile/logo-upload.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useCreateBusiness, useSaveBranding } from './api.ts';
import { draftName, isComplete, type OnboardingDraft } from './draft.ts';
import { laterTexts as texts } from './later-texts.ts';
import { StepFrame } from './step-frame.tsx';
import type { Wizard } from './use-onboarding.ts';

/** Begins with the look that is stored, unless another was already begun here. */
function useStoredBranding(
  profile: BusinessProfile | undefined,
  draft: OnboardingDraft,
  change: Wizard['form']['change'],
) {
  const hasBegun =
    draft.invoicePrimaryColor !== DEFAULT_PRIMARY ||
    draft.invoiceSecondaryColor !== DEFAULT_SECONDARY ||
    draft.invoiceLogoUrl !== '';
  const started = useRef(false);
  useEffect(() => {
    if (!profile || started.current) return;
    started.current = true;
    // The profile may come after the first choice.
    if (hasBegun) return;
    change({
      invoicePrimaryColor: profile.primaryColor,
      invoiceSecondaryColor: profile.secondaryColor,
      invoiceLogoUrl: profile.logoUrl ?? '',
    });
  }, [profile, hasBegun, change]);
}

export function CustomizeInvoices({ user, form }: Wizard) {
  const { values: draft, change } = form;
  const [localLogo, setLocalLogo] = useState('');
  const logo = localLogo || draft.invoiceLogoUrl;
  const { data: profile } = useBusiness();
  useStoredBranding(profile, draft, change);
  const colors = { primary: draft.invoicePrimaryColor, secondary: draft.invoiceSecondaryColor };
  const { save, pending } = useSave({ userId: user?.id ?? '', profileId: profile?.id, draft });
  const name = profile?.businessName ?? draft.businessName;
  const seed = profile?.id ?? name;
  return (
    <StepFrame
      form={form}
      title={texts.look.title}
      text={texts.look.text}
      missing={colorsMissing(draft)}
      onContinue={save}
      continueLabel={texts.look.save}
      pending={pending}
    >
      <div className="grid items-start gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
        <Preview name={name} seed={seed} logo={logo} {...useGoodColors(colors)} />
        <div className="grid gap-6">
          <BrandColors
            {...colors}
            seed={seed}
            onChange={({ primary, secondary }) =>
              change({ invoicePrimaryColor: primary, invoiceSecondaryColor: secondary })
            }
          />
          <LogoUpload
            logo={logo}
            onPreview={setLocalLogo}
            onStored={(invoiceLogoUrl) => change({ invoiceLogoUrl })}
          />
        </div>
      </div>
    </StepFrame>
  );
}

function Preview(preview: ComponentProps<typeof PhonePreview>) {
  const [view, setView] = useState('desktop');
  return (
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
