import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import type { Currency, Minor } from '#core/money.ts';
import { lazyDialog } from '#web/lib/lazy.tsx';
import { useOpened } from '#web/lib/navigation/url-state.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field, FieldError } from '#web/ui/field.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { type Staff, staffQuery } from '../api.ts';
import { selectedStaff, type Selection, selectionOf } from './payees.ts';
import { texts } from './texts.ts';

const StaffDialog = lazyDialog(async () => (await import('../staff/dialog.tsx')).StaffDialog);

type FromStaffProps = {
  currency: Currency;
  ticks: Selection;
  onTicks: (ticks: Selection) => void;
  /** Says of whoever is ticked without an amount that it is missing. */
  showMissing: boolean;
  onPaste: () => void;
};

/** The staff list with a tick and an amount for each. */
export function FromStaff({ currency, ticks, onTicks, showMissing, onPaste }: FromStaffProps) {
  const list = useQuery(staffQuery(currency));
  const [listOpen, setListOpen] = useOpened('staff');
  const staff = list.data;
  const dialog = listOpen && <StaffDialog currency={currency} onClose={() => setListOpen(null)} />;
  if (!staff && list.failureCount > 0)
    return (
      <ErrorState
        title={texts.choose.failed}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    );
  if (!staff) return <Skeleton className="h-72" />;
  if (staff.length === 0)
    return (
      <>
        <EmptyState title={texts.choose.empty} text={texts.choose.emptyText} icon={<UsersRound />}>
          <Button onClick={() => setListOpen(true)}>{texts.choose.add}</Button>
          <Button variant="outline" onClick={onPaste}>
            {texts.choose.paste}
          </Button>
        </EmptyState>
        {dialog}
      </>
    );
  const on = selectedStaff(ticks, staff);
  const change = (targets: readonly Staff[], part: Partial<Selection[string]>) => {
    const changed = targets.map((one) => [one.id, { ...selectionOf(ticks, one), ...part }]);
    onTicks({ ...ticks, ...Object.fromEntries(changed) });
  };
  return (
    <div className="grid gap-4">
      <SameAmountField
        currency={currency}
        onUse={(amount) => {
          const targets = on.length > 0 ? on : staff;
          change(targets, { on: true, amount });
          toast.success(texts.choose.used(targets.length));
        }}
      />
      <Checkbox
        checked={on.length === staff.length ? true : on.length > 0 ? 'indeterminate' : false}
        onChange={(all) => change(staff, { on: all })}
        className="border-line border-b pb-3"
      >
        <span className="font-semibold">{texts.choose.all(staff.length)}</span>
      </Checkbox>
      <ul className="-mt-4">
        {staff.map((one) => (
          <StaffTick
            key={one.id}
            staff={one}
            tick={selectionOf(ticks, one)}
            onChange={(part) => change([one], part)}
            showMissing={showMissing}
          />
        ))}
      </ul>
      <Button variant="outline" size="sm" className="justify-self-start" onClick={() => setListOpen(true)}>
        {texts.choose.add}
      </Button>
      {dialog}
    </div>
  );
}

function SameAmountField({ currency, onUse }: { currency: Currency; onUse: (amount: Minor) => void }) {
  const [amount, setAmount] = useState<Minor | null>(null);
  return (
    <Field label={texts.choose.same} optional>
      <div className="flex flex-wrap gap-2.5 [&>div]:min-w-0 [&>div]:max-w-72 [&>div]:flex-1 [&>div]:basis-40">
        <MoneyInput currency={currency} value={amount} onChange={setAmount} />
        <Button
          variant="outline"
          disabled={amount === null || amount <= 0}
          onClick={() => amount !== null && onUse(amount)}
        >
          {texts.choose.use}
        </Button>
      </div>
    </Field>
  );
}

type StaffTickProps = {
  staff: Staff;
  tick: Selection[string];
  onChange: (part: Partial<Selection[string]>) => void;
  showMissing: boolean;
};

function StaffTick({ staff, tick, onChange, showMissing }: StaffTickProps) {
  const isMissing = showMissing && tick.on && (tick.amount === null || tick.amount <= 0);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_12rem] items-center gap-x-4 gap-y-2 border-line border-b py-3 last:border-b-0 max-sm:grid-cols-1">
      <Checkbox checked={tick.on} onChange={(next) => onChange({ on: next })}>
        <span className="wrap-anywhere block font-semibold">{staff.name}</span>
        <span className="wrap-anywhere block text-13 text-muted">
          {staff.bankName} <span className="num">{staff.accountNumber.slice(-6)}</span>
        </span>
      </Checkbox>
      <div className="max-sm:pl-8.5">
        <MoneyInput
          aria-label={texts.choose.amountOf(staff.name)}
          aria-invalid={isMissing || undefined}
          currency={staff.currency}
          value={tick.amount}
          onChange={(amount) => onChange({ amount, ...(amount !== null && amount > 0 ? { on: true } : {}) })}
        />
        {isMissing && <FieldError>{texts.choose.amountNeeded}</FieldError>}
      </div>
    </li>
  );
}
