import { memo } from 'react';
import { Question, Reply } from './bubble.tsx';
import type { Conversation } from './conversation.ts';
import type { Message, Picture } from './messages.ts';
import { Proposal } from './proposal.tsx';
import { QuestionEditor } from './question-editor.tsx';

type MessageRowProps = {
  message: Message;
  /** The picture of the question before. */
  source: Picture | null;
  /** Whether a later reply proposes the same thing corrected. */
  replaced: boolean;
  editing: boolean;
  conversation: Conversation;
  onEditing: (key: string | null) => void;
  onDone: () => void;
};

/** One message; the others stand still while a reply grows. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, source, replaced, editing, conversation, onEditing, onDone } = props;
  const { key } = message;
  if (message.role === 'assistant')
    return (
      <Reply message={message}>
        <Proposal message={message} source={source} replaced={replaced} conversation={conversation} />
      </Reply>
    );
  if (!editing)
    return (
      <Question
        message={message}
        onEdit={() => onEditing(key)}
        onRetry={() => {
          conversation.retry(key);
          onDone();
        }}
      />
    );
  const cancel = () => {
    onEditing(null);
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-edit="${key}"]`)?.focus());
  };
  const send = (text: string) => {
    onEditing(null);
    conversation.edit(key, text);
    onDone();
  };
  return <QuestionEditor message={message} onCancel={cancel} onSend={send} />;
});
