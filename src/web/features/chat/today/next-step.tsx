import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useBusiness } from '#web/lib/business-profile.ts';
import { firstSteps, stepLinks, stepNames, stepTexts } from '#web/lib/figures/first-steps.ts';
import { paymentInfo } from '#web/lib/figures/payment-info.ts';
import { useCurrency, useSession } from '#web/lib/session/session.ts';
import { todayTexts as texts } from '../texts.ts';

/** The first step a new business has not made; nothing once money came in or all are made. */
export function NextStep() {
  const { user } = useSession();
  const { data: info } = useQuery(paymentInfo(useCurrency(), user?.businessId ?? ''));
  const { data: profile } = useBusiness();
  const steps = info && firstSteps({ info, profile, isEmailVerified: user?.isEmailVerified ?? true });
  const next = steps && stepNames.find((name) => !steps[name]);
  if (!next) return null;
  const { title, hint } = stepTexts[next];
  const link = stepLinks[next];
  return (
    <div className="relative mt-2.5 flex min-h-15 items-center gap-3 rounded-card border border-primary bg-primary-soft px-4.5 py-2.5 max-md:px-3.5">
      <div className="min-w-0 flex-1 leading-snug">
        <p className="font-semibold">
          {texts.next}:{' '}
          {link ? (
            <Link {...link} className="after:absolute after:inset-0 after:rounded-card">
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        <p className="text-13 text-muted">{hint}</p>
      </div>
      {link && <ArrowRight aria-hidden className="size-5 shrink-0 text-primary" />}
    </div>
  );
}
