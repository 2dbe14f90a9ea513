import { usePage } from '../../lib/page.ts';
import { ThemeMenu } from '../../lib/theme-menu.tsx';
import { cn } from '../../ui/cn.ts';
import { Logo } from '../../ui/logo.tsx';
import { Progress } from '../../ui/progress.tsx';
import { BusinessDetails } from './business-details.tsx';
import { BusinessTypeStep } from './business-type.tsx';
import { CompleteSetup } from './complete-setup.tsx';
import { ContactDetails } from './contact-details.tsx';
import { CustomizeInvoices } from './customize-invoices.tsx';
import { PaymentDetails } from './payment-details.tsx';
import { steps } from './steps.ts';
import { useOnboarding, type Wizard } from './use-onboarding.ts';
import { BusinessVerification } from './business-verification.tsx';
import { Welcome } from './welcome.tsx';
import { texts } from './texts.ts';

export function OnboardingPage() {
  usePage(texts.page);
  const wizard = useOnboarding();
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
        <div className="mt-6 mb-9">
          <p className="mb-2 font-medium text-muted text-sm">{texts.step(number, steps.length)}</p>
          <Progress
            value={number}
            max={steps.length}
            label={texts.progress}
            valueText={texts.step(number, steps.length)}
          />
        </div>
        <CurrentStep key={wizard.step} {...wizard} />
      </main>
    </div>
  );
}

function CurrentStep(wizard: Wizard) {
  switch (wizard.step) {
    case 'welcome':
      return <Welcome {...wizard} />;
    case 'business-type':
      return <BusinessTypeStep {...wizard} />;
    case 'business-details':
      return <BusinessDetails {...wizard} />;
    case 'contact-details':
      return <ContactDetails {...wizard} />;
    case 'payment-details':
      return <PaymentDetails {...wizard} />;
    case 'business-verification':
      return <BusinessVerification {...wizard} />;
    case 'complete-setup':
      return <CompleteSetup {...wizard} />;
    case 'customize-invoices':
      return <CustomizeInvoices {...wizard} />;
  }
}
