import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Conversation } from './conversation.ts';
import { confirmTexts } from './texts.ts';

type ConfirmCardProps = { proposalId: string; conversation: Conversation };

/** A proposed action: the reply above says what, one press does it. */
export function ConfirmCard({ proposalId, conversation }: ConfirmCardProps) {
  const [state, setState] = useState<'open' | 'pending' | 'failed' | 'done'>('open');
  const confirm = () => {
    setState('pending');
    conversation.confirm(proposalId).then(
      () => setState('done'),
      () => setState('failed'),
    );
  };
  if (state === 'done')
    return (
      <p className="mt-1 flex items-center gap-2 text-sm">
        <CircleCheck aria-hidden className="size-4.5 text-ok" />
        {confirmTexts.confirmed}
      </p>
    );
  return (
    <div className="mt-1 flex w-fit max-w-full flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line-strong bg-surface px-4 py-3 shadow-e2">
      <p className="min-w-40 flex-1 text-muted text-sm">{confirmTexts.question}</p>
      <Button size="sm" onClick={confirm} pending={state === 'pending'}>
        {confirmTexts.confirm}
      </Button>
      {state === 'failed' && (
        <p role="alert" className="flex w-full items-start gap-1.5 font-medium text-13 text-bad">
          <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
          {confirmTexts.failed}
        </p>
      )}
    </div>
  );
}
