import { BusinessDetails } from './business-details.tsx';
import { BusinessTypeStep } from './business-type.tsx';
import { BusinessVerification } from './business-verification.tsx';
import { CompleteSetup } from './complete-setup.tsx';
import { ContactDetails } from './contact-details.tsx';
import { CustomizeInvoices } from './customize-invoices.tsx';
import { PaymentDetails } from './payment-details.tsx';
import type { Wizard } from './use-onboarding.ts';

/** The steps after the welcome, which are fetched while it is read. */
export function LaterStep(wizard: Wizard) {
  switch (wizard.step) {
    case 'welcome':
      return null;
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
