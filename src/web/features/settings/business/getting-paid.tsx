import { toastFailure } from '#web/lib/api.ts';
import type { BusinessProfile } from '#web/lib/business-profile.ts';
import { toast } from '#web/ui/toast-store.ts';
import { Section } from '../layout.tsx';
import { SwitchRow } from '../switch-row.tsx';
import { texts } from '../texts.ts';
import { useSaveGettingPaid } from './api.ts';

/** The bearer of the fee, and whether the own account stands on invoices; each is saved as it is switched. */
export function GettingPaid({ profile }: { profile: BusinessProfile }) {
  const { gettingPaid } = texts;
  const saving = useSaveGettingPaid();
  const save = (change: Parameters<typeof saving.mutate>[0]) =>
    saving.mutate(change, {
      onSuccess: () => toast.success(texts.saved),
      onError: (error) => toastFailure(error, gettingPaid.failed),
    });
  const now = { ...profile, ...(saving.isPending && saving.variables) };
  return (
    <Section title={gettingPaid.title} text={gettingPaid.text}>
      <div className="grid gap-4">
        <SwitchRow
          label={gettingPaid.fee}
          text={gettingPaid.feeText}
          checked={now.feeBearer === 'customer'}
          onChange={(on) => save({ feeBearer: on ? 'customer' : 'owner' })}
        />
        <SwitchRow
          label={gettingPaid.account}
          text={gettingPaid.accountText}
          checked={now.ownAccountOnDocuments}
          onChange={(ownAccountOnDocuments) => save({ ownAccountOnDocuments })}
        />
      </div>
    </Section>
  );
}
