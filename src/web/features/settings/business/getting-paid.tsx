import { toastFailure } from '#web/lib/api.ts';
import type { BusinessProfile } from '#web/lib/business-profile.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { Section } from '../layout.tsx';
import { SwitchRow } from '../switch-row.tsx';
import { texts } from './texts.ts';
import { useSaveChoice } from './api.ts';
import { ForgiveRests } from './forgive-rests.tsx';

const statementDays = [
  { value: '', label: texts.gettingPaid.statementsOff },
  ...Array.from({ length: 28 }, (_, at) => ({
    value: String(at + 1),
    label: texts.gettingPaid.statementsOn(at + 1),
  })),
];

/** The choices of a business about getting paid; each is saved as it is switched. */
export function GettingPaid({ profile }: { profile: BusinessProfile }) {
  const { gettingPaid } = texts;
  const currency = useCurrency();
  const saving = useSaveChoice();
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
        <SwitchRow
          label={gettingPaid.credit}
          text={gettingPaid.creditText}
          checked={now.creditOnSend === 'always'}
          onChange={(on) => save({ creditOnSend: on ? 'always' : 'ask' })}
        />
        <Field label={gettingPaid.statements} hint={gettingPaid.statementsText} className="max-w-136">
          <Select
            value={String(now.statementDay ?? '')}
            onChange={(day) => save({ statementDay: day === '' ? null : Number(day) })}
            options={statementDays}
          />
        </Field>
        <ForgiveRests
          key={currency}
          currency={currency}
          rest={profile.forgiveRests[currency]}
          saving={saving.isPending}
          onSave={(rest) => save({ forgiveRests: { [currency]: rest } })}
        />
      </div>
    </Section>
  );
}
