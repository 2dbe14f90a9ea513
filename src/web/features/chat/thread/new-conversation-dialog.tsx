import { useState } from 'react';
import { toastFailure } from '#web/lib/api.ts';
import { AlertDialog } from '#web/ui/dialog.tsx';
import { texts } from '../texts.ts';
import type { Conversation } from './conversation.ts';

type NewConversationDialogProps = { conversation: Conversation; open: boolean; onClose: () => void };

/** Asks before the conversation is put away. */
export function NewConversationDialog({ conversation, open, onClose }: NewConversationDialogProps) {
  const [pending, setPending] = useState(false);
  const start = async () => {
    setPending(true);
    try {
      await conversation.clear();
      onClose();
    } catch (error) {
      toastFailure(error, texts.fresh.failed);
    }
    setPending(false);
  };
  return (
    <AlertDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void start()}
      pending={pending}
      title={texts.fresh.title}
      text={texts.fresh.text}
      confirm={texts.fresh.confirm}
    />
  );
}
