import { useState } from 'react';
import { toastFailure } from '#web/lib/api.ts';
import { AlertDialog } from '#web/ui/dialog.tsx';
import type { Conversation } from './conversation.ts';

const texts = {
  title: 'Start a new conversation?',
  text: 'The one on this page is put away and will no longer show here.',
  confirm: 'Start new',
  failed: 'Failed to start a new conversation',
};

type NewConversationDialogProps = { conversation: Conversation; onClose: () => void };

/** Asks before the conversation is put away. */
export function NewConversationDialog({ conversation, onClose }: NewConversationDialogProps) {
  const [pending, setPending] = useState(false);
  const start = async () => {
    setPending(true);
    try {
      await conversation.clear();
      onClose();
    } catch (error) {
      toastFailure(error, texts.failed);
    }
    setPending(false);
  };
  return (
    <AlertDialog
      open
      onClose={onClose}
      onConfirm={() => void start()}
      pending={pending}
      title={texts.title}
      text={texts.text}
      confirm={texts.confirm}
    />
  );
}
