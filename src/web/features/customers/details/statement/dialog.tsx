import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '#contract/client.ts';
import { dateIn, monthStart, systemClock } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import { messageOf, toastFailure } from '#web/lib/api.ts';
import { ExportButton } from '#web/lib/files/export-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { DialogButtons } from '#web/ui/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { CustomerDetails } from '../api.ts';
import { type Asked, type Kind, saveStatement, statementQuery, useSendStatement } from './api.ts';
import { Movements, Open, Summary } from './lines.tsx';
import { texts } from './texts.ts';

type StatementDialogProps = { customer: CustomerDetails; currency: Currency; onClose: () => void };

/** The account of a customer over a period, as a page, a file or an email to them. */
export function StatementDialog({ customer, currency, onClose }: StatementDialogProps) {
  const params = { currency, id: customer.id };
  const today = dateIn(systemClock());
  const [asked, setAsked] = useState<Asked>({ from: monthStart(today, -1), to: today, shows: 'movements' });
  const send = useSendStatement(params);
  const sendIt = () =>
    send.mutate(asked, {
      onSuccess: ({ message }) => toast.success(message),
      onError: (error) => toastFailure(error, messageOf(error, texts.sendFailed)),
    });
  return (
    <Dialog
      open
      onClose={onClose}
      width="lg"
      title={texts.title(customer.name)}
      footer={
        <DialogButtons onCancel={onClose} cancel={texts.close}>
          <ExportButton label={texts.download} onSave={(format) => saveStatement(params, asked, format)} />
          <Button disabled={customer.email === ''} pending={send.isPending} onClick={sendIt}>
            <Mail aria-hidden />
            {texts.send}
          </Button>
        </DialogButtons>
      }
    >
      <Days asked={asked} latest={today} onChange={setAsked} />
      {customer.email === '' && <p className="mt-3 text-muted text-sm">{texts.noEmail}</p>}
      <Tabs
        className="mt-4"
        label={texts.kinds}
        value={asked.shows}
        onChange={(shows) => setAsked({ ...asked, shows: shows as Kind })}
        tabs={(['movements', 'open'] as const).map((kind) => ({
          value: kind,
          label: texts[kind],
          content: <Shown customer={params} asked={asked} />,
        }))}
      />
    </Dialog>
  );
}

type DaysProps = { asked: Asked; latest: string; onChange: (asked: Asked) => void };

function Days({ asked, latest, onChange }: DaysProps) {
  const day = (name: 'from' | 'to') => (
    <Field label={texts[name]}>
      <Input
        type="date"
        value={asked[name]}
        max={latest}
        onChange={({ target }) => target.value && onChange({ ...asked, [name]: target.value })}
      />
    </Field>
  );
  return (
    <div className="grid grid-cols-2 gap-3">
      {day('from')}
      {day('to')}
    </div>
  );
}

type ShownProps = { customer: { currency: Currency; id: string }; asked: Asked };

function Shown({ customer, asked }: ShownProps) {
  const { data, error, isFetching, refetch } = useQuery(statementQuery(customer, asked));
  if (error) {
    const isWrong = error instanceof ApiError && error.status === 422;
    return (
      <ErrorState
        title={isWrong ? error.message : texts.failed}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (!data)
    return (
      <div role="status" aria-label={texts.loading}>
        <Skeleton className="h-48" />
      </div>
    );
  const Lines = asked.shows === 'open' ? Open : Movements;
  return (
    <div aria-busy={isFetching} className="grid gap-4">
      <Summary statement={data} currency={customer.currency} />
      <Lines statement={data} currency={customer.currency} />
      {data.leftOut > 0 && <p className="text-muted text-sm">{texts.leftOut(data.leftOut)}</p>}
    </div>
  );
}
