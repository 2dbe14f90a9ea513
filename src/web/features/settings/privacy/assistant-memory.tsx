import { useMutation } from '@tanstack/react-query';
import { assistant } from '#contract/assistant.ts';
import { call, toastFailure } from '#web/lib/api.ts';
import { useBusiness } from '#web/lib/business-profile.ts';
import { lazyDialog } from '#web/lib/lazy.tsx';
import { useCurrency } from '#web/lib/session/session.ts';
import { useOpened } from '#web/lib/navigation/url-state.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useSaveChoice } from '../business/api.ts';
import { Section } from '../layout.tsx';
import { SwitchRow } from '../switch-row.tsx';
import { privacyTexts } from './texts.ts';

const AlertDialog = lazyDialog(async () => (await import('#web/ui/dialog.tsx')).AlertDialog);

const { memory: texts } = privacyTexts;

/** Whether the assistant learns from its owner, and the way to have it forget all of it. */
export function AssistantMemory() {
  const { data: profile } = useBusiness();
  const saving = useSaveChoice();
  if (!profile) return null;
  const now = { ...profile, ...(saving.isPending && saving.variables) };
  return (
    <Section title={texts.title} text={texts.text}>
      <SwitchRow
        label={texts.label}
        text={texts.explain}
        checked={now.remembersCorrections}
        onChange={(remembersCorrections) =>
          saving.mutate(
            { remembersCorrections },
            {
              onSuccess: () => toast.success(privacyTexts.saved),
              onError: (error) => toastFailure(error, texts.failed),
            },
          )
        }
      />
      <Forget />
    </Section>
  );
}

function Forget() {
  const [confirming, setConfirming] = useOpened('forget');
  const currency = useCurrency();
  const forgetting = useMutation({
    mutationFn: () => call(assistant.forgetLearned, { params: { currency } }),
    onSuccess: () => toast.success(texts.forgotten),
    onError: (error) => toastFailure(error, texts.failed),
    onSettled: () => setConfirming(null),
  });
  return (
    <>
      <Button variant="outline" size="sm" className="mt-4" onClick={() => setConfirming(true)}>
        {texts.forget}
      </Button>
      {confirming && (
        <AlertDialog
          open
          onClose={() => setConfirming(null)}
          onConfirm={() => forgetting.mutate()}
          title={texts.forgetTitle}
          text={texts.forgetText}
          confirm={texts.forget}
          pending={forgetting.isPending}
        />
      )}
    </>
  );
}
