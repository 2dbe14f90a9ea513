import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { consentsQuery, pendingConsents } from '#web/lib/consents.ts';
import { lazyComponent } from '#web/lib/lazy.tsx';
import { focusHeading, usePage } from '#web/lib/navigation/page.ts';
import { ThemeMenu } from '#web/lib/preferences/theme-menu.tsx';
import { HouseCloth } from '#web/ui/cloth.tsx';
import { cn } from '#web/ui/cn.ts';
import { Logo } from '#web/ui/logo.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { StepFrame } from './step-frame.tsx';
import { steps } from './steps.ts';
import { texts } from './texts.ts';
import { useOnboarding, type Wizard } from './use-onboarding.ts';

const loadLaterSteps = () => import('./later-steps.tsx');
const ConsentNotice = lazyComponent(
  async () => (await import('#web/features/settings/privacy/consent-notice.tsx')).ConsentNotice,
);
const LaterStep = lazy(async () => ({ default: (await loadLaterSteps()).LaterStep }));

export function OnboardingPage() {
  usePage(texts.page);
  const wizard = useOnboarding();
  const open = pendingConsents(useQuery(consentsQuery).data?.consents);
  usePreloadLaterSteps();
  const number = steps.indexOf(wizard.step) + 1;
  const wide = wizard.step === 'customize-invoices';
  return (
    <div className={cn('mx-auto px-5 pb-20', wide ? 'max-w-[72rem]' : 'max-w-[42rem]')}>
      <header className="flex items-center justify-between py-4">
        <a href="/" aria-label={texts.home} className="rounded-control py-1">
          <Logo />
        </a>
        <ThemeMenu />
      </header>
      <main>
        {open.length > 0 && <ConsentNotice open={open} />}
        <div className="mt-6 mb-9">
          <p className="mb-2 font-medium text-muted text-sm">{texts.step(number, steps.length)}</p>
          <Progress
            value={number}
            max={steps.length}
            label={texts.progress}
            valueText={texts.step(number, steps.length)}
          />
        </div>
        <Suspense fallback={null}>
          {wizard.step === 'welcome' ? <Welcome {...wizard} /> : <LaterStep key={wizard.step} {...wizard} />}
          <HeadingFocus />
        </Suspense>
      </main>
    </div>
  );
}

/** The rest comes as soon as somebody stirs, before they have read the welcome. */
function usePreloadLaterSteps(): void {
  useEffect(() => {
    const activityEvents = ['pointermove', 'pointerdown', 'keydown'];
    const load = () => {
      for (const sign of activityEvents) removeEventListener(sign, load);
      loadLaterSteps().catch(() => undefined);
    };
    for (const sign of activityEvents) addEventListener(sign, load, { passive: true });
    return () => {
      for (const sign of activityEvents) removeEventListener(sign, load);
    };
  }, []);
}

/** Focus goes to a step's heading once it is there; the first page's stays where the browser put it. */
function HeadingFocus() {
  const { step } = useSearch({ strict: false });
  useEffect(() => {
    if (step) focusHeading();
  }, [step]);
  return null;
}

function Welcome({ form, user, next }: Wizard) {
  return (
    <>
      <HouseCloth columns={14} rows={3} className="mb-8 h-32 rounded-card" />
      <StepFrame
        form={form}
        title={texts.welcome.title(user?.firstName || texts.welcome.nobody)}
        text={texts.welcome.text}
        onContinue={next}
      />
    </>
  );
}
