import { SiteFooter } from './footer.tsx';
import { SiteHeader } from './header.tsx';
import { Comparison } from './sections/comparison.tsx';
import { Faq } from './sections/faq.tsx';
import { Features } from './sections/features.tsx';
import { Hero } from './sections/hero.tsx';
import { HowItWorks } from './sections/how-it-works.tsx';
import { Pricing } from './sections/pricing.tsx';
import { UseCases } from './sections/use-cases.tsx';
import { Waitlist } from './sections/waitlist.tsx';

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
