import { useQuery } from '@tanstack/react-query';
import type { Currency } from '#core/money.ts';
import { messageOf, toastFailure } from '#web/lib/api.ts';
import { formatDate } from '#web/lib/format.ts';
import { lazyDialog } from '#web/lib/lazy.tsx';
import { existingRecord, RecordStates } from '#web/lib/record-states.tsx';
import { useOpened } from '#web/lib/navigation/url-state.ts';
import { AlertDialog, Dialog } from '#web/ui/dialog.tsx';
import { Notice, Skeleton } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { type PlanAct, type PlanDetail, planQuery, usePlanAct } from './api.ts';
import { calledOffWords } from './charge-words.ts';
import { Charging } from './charging.tsx';
import { contentsOf, draftOfPlan } from './contents.ts';
import { Came, Facts, Missed, NextDates } from './facts.tsx';
import { PlanBadges } from './list.tsx';
import { type Opened, PlanActions } from './plan-actions.tsx';
import { texts } from './texts.ts';

const ScheduleDialog = lazyDialog(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog);
const ChangeContentsDialog = lazyDialog(
  async () => (await import('./contents-dialog.tsx')).ChangeContentsDialog,
);

type PlanDialogProps = { currency: Currency; id: string; onClose: () => void };

/** A repeating invoice: its next days, what it made, and what can be done with it. */
export function PlanDialog({ currency, id, onClose }: PlanDialogProps) {
  const query = useQuery(planQuery(currency, id));
  const plan = existingRecord(query);
  if (plan) return <Shown plan={plan} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={texts.title} width="md">
      <RecordStates query={query} gone={texts.gone} failed={texts.retryOne}>
        <div role="status" aria-label={texts.loading}>
          <Skeleton className="h-72" />
        </div>
      </RecordStates>
    </Dialog>
  );
}

function Shown({ plan, onClose }: { plan: PlanDetail; onClose: () => void }) {
  const [opened, setOpened] = useOpened<Opened>('act');
  const { run, isPending } = useAct(plan);
  const close = () => setOpened(null);
  if (opened === 'days')
    return (
      <ScheduleDialog
        plan={plan}
        contents={contentsOf(draftOfPlan(plan))}
        customerName={plan.customerName}
        dueDays={plan.dueDays}
        onClose={close}
        onSaved={close}
      />
    );
  if (opened === 'contents') return <ChangeContentsDialog plan={plan} onClose={close} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.plan.of(plan.customerName)}
      width="md"
      top={<PlanBadges plan={plan} />}
      footer={
        plan.state === 'ended' ? undefined : (
          <PlanActions plan={plan} pending={isPending} onRun={run} onOpen={setOpened} />
        )
      }
    >
      <div className="grid gap-6">
        {plan.problem !== null && <Notice tone="bad">{plan.problem}</Notice>}
        {plan.state !== 'active' && (
          <Notice tone="info">{plan.state === 'paused' ? texts.plan.paused : texts.plan.ended}</Notice>
        )}
        {plan.pastDue && <Notice tone="bad">{texts.plan.pastDue}</Notice>}
        <Facts plan={plan} />
        <Charging plan={plan} />
        <Missed plan={plan} pending={isPending} onRun={run} />
        <NextDates plan={plan} />
        <Came plan={plan} />
      </div>
      {opened !== null && <Question plan={plan} asked={opened} onClose={close} onRun={run} />}
    </Dialog>
  );
}

function useAct(plan: PlanDetail) {
  const act = usePlanAct(plan);
  const rest = calledOffWords(plan.charge, '.');
  const run = (asked: PlanAct) =>
    act.mutate(asked, {
      onSuccess: () => toast.success(asked.act === 'pause' ? texts.done.pause + rest : texts.done[asked.act]),
      onError: (error) => toastFailure(error, messageOf(error, texts.failed)),
    });
  return { run, isPending: act.isPending };
}

type QuestionProps = {
  plan: PlanDetail;
  asked: 'issue' | 'skip' | 'end';
  onClose: () => void;
  onRun: (act: PlanAct) => void;
};

/** Asks before an invoice is made early, left out, or no more are made. */
function Question({ plan: { next, mode, card, charge }, asked, onClose, onRun }: QuestionProps) {
  const day = next ? formatDate(next.day) : '';
  const words = {
    issue:
      texts.ask.issue.text(day, mode !== 'draft') +
      (mode === 'charge' && card ? texts.ask.issue.charges : ''),
    skip: texts.ask.skip.text(day),
    end: texts.ask.end.text + calledOffWords(charge),
  };
  const { title, confirm } = texts.ask[asked];
  return (
    <AlertDialog
      open
      onClose={onClose}
      title={title}
      text={words[asked]}
      confirm={confirm}
      danger={asked === 'end'}
      onConfirm={() => {
        onClose();
        if (asked === 'end') onRun({ act: 'end' });
        else if (next) onRun({ act: asked, number: next.number });
      }}
    />
  );
}
