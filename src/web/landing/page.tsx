import { Comparison } from './comparison.tsx';
import { Faq } from './faq.tsx';
import { Features } from './features.tsx';
import { SiteFooter } from './footer.tsx';
import { SiteHeader } from './header.tsx';
import { Hero } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { Pricing } from './pricing.tsx';
import { UseCases } from './use-cases.tsx';
import { Waitlist } from './waitlist.tsx';

export function LandingPage() {
  return (
    <>
      <SiteHeader />
      <main id="main" tabIndex={-1}>
        <Hero />
        <Comparison />
        <HowItWorks />
        <Features />
        <UseCases />
        <Pricing />
        <Faq />
        <Waitlist />
      </main>
      <SiteFooter />
    </>
  );
}
