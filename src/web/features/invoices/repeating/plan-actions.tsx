import { CalendarDays, Ellipsis, FilePen, Pause, Play, Send, SkipForward, Square } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx';
import type { PlanAct, PlanDetail } from './api.ts';
import { texts } from './texts.ts';

/** Opened above a plan: a form that changes it, or a question. */
export type Opened = 'days' | 'contents' | 'issue' | 'skip' | 'end';

type PlanActionsProps = {
  plan: PlanDetail;
  pending: boolean;
  onRun: (act: PlanAct) => void;
  onOpen: (opened: Opened) => void;
};

const labels = texts.plan;

/** Actions on a plan that has not ended. */
export function PlanActions({ plan, pending, onRun, onOpen }: PlanActionsProps) {
  const isPaused = plan.state === 'paused';
  return (
    <>
      <DropdownMenu
        align="start"
        label={labels.more}
        trigger={
          <Button variant="outline" aria-label={labels.more} className="mr-auto px-3">
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem icon={<CalendarDays aria-hidden />} onSelect={() => onOpen('days')}>
          {labels.changeDays}
        </MenuItem>
        <MenuItem icon={<FilePen aria-hidden />} onSelect={() => onOpen('contents')}>
          {labels.changeContents}
        </MenuItem>
        {!isPaused && (
          <MenuItem icon={<SkipForward aria-hidden />} onSelect={() => onOpen('skip')}>
            {labels.skipNext}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem danger icon={<Square aria-hidden />} onSelect={() => onOpen('end')}>
          {labels.end}
        </MenuItem>
      </DropdownMenu>
      <Button
        variant={isPaused ? 'primary' : 'outline'}
        pending={pending}
        onClick={() => onRun({ act: isPaused ? 'resume' : 'pause' })}
      >
        {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
        {isPaused ? labels.resume : labels.pause}
      </Button>
      {!isPaused && (
        <Button disabled={pending} onClick={() => onOpen('issue')}>
          <Send aria-hidden />
          {labels.issueNow}
        </Button>
      )}
    </>
  );
}
