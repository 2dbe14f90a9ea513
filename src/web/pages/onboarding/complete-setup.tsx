import { useNavigate } from '@tanstack/react-router';
import { PartyPopper } from 'lucide-react';
import { draft as drafts } from '#web/lib/forms/draft.ts';
import { Button } from '#web/ui/button.tsx';
import { Ripple } from '#web/ui/states.tsx';
import { draftName } from './draft.ts';
import { laterTexts as texts } from './later-texts.ts';
import type { Wizard } from './use-onboarding.ts';

export function CompleteSetup({ user, next }: Wizard) {
  const navigate = useNavigate();
  const leave = async () => {
    await navigate({ to: '/dashboard' });
    drafts.clear(draftName(user?.id ?? ''));
  };
  return (
    <div className="py-8 text-center">
      <Ripple className="mx-auto mb-11 bg-ok-bg text-ok">
        <PartyPopper />
      </Ripple>
      <h1 className="text-3xl tracking-[-0.035em]">{texts.done.title}</h1>
      <p className="mx-auto mt-2 max-w-md text-muted">{texts.done.text}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Button size="lg" onClick={next}>
          {texts.done.customize}
        </Button>
        <Button size="lg" variant="outline" onClick={leave}>
          {texts.done.dashboard}
        </Button>
      </div>
    </div>
  );
}
