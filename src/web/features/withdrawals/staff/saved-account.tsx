import { CircleCheck, Info } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import type { Staff } from '../api.ts';
import { texts as shared } from '../texts.ts';
import { texts } from './texts.ts';

/** The saved account of a payee, in place of the account fields. */
export function SavedAccount({ staff, onOther }: { staff: Staff; onOther: () => void }) {
  const isConfirmed = staff.accountName !== null;
  const Icon = isConfirmed ? CircleCheck : Info;
  return (
    <Field label={texts.account} group>
      <div
        className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line px-4 py-3 ${isConfirmed ? 'bg-ok-bg' : 'bg-warn-bg'}`}
      >
        <Icon aria-hidden className={`size-5 shrink-0 ${isConfirmed ? 'text-ok' : 'text-warn'}`} />
        <div className="min-w-0 flex-1 basis-52">
          <p className="wrap-anywhere font-semibold">{staff.accountName ?? shared.form.notConfirmed}</p>
          <p className="text-sm">
            {staff.bankName} <span className="num">{staff.accountNumber}</span>
          </p>
        </div>
        <Button variant="link" size="sm" onClick={onOther}>
          {texts.other}
        </Button>
      </div>
    </Field>
  );
}
