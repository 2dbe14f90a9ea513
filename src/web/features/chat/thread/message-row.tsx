import { memo } from 'react';
import { Proposal } from '../proposal/proposal.tsx';
import { type ProposalStatus, wordsOf } from '../proposal/state.ts';
import { Question, Reply } from './bubbles.tsx';
import type { Conversation } from './conversation.ts';
import type { Message, Source } from './messages.ts';
import { Paper } from './paper.tsx';
import { QuestionEditor } from './question-editor.tsx';

type MessageRowProps = {
  message: Message;
  source: Source | null;
  status: ProposalStatus;
  reply: Message | null;
  /** A card says a part of it. */
  withCard: boolean;
  isNext: boolean;
  isLast: boolean;
  editing: boolean;
  conversation: Conversation;
  onEditing: (key: string | null) => void;
  onDone: () => void;
};

/** One message; the others stand still while a reply grows. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const {
    message,
    source,
    status,
    reply,
    withCard,
    isNext,
    isLast,
    editing,
    conversation,
    onEditing,
    onDone,
  } = props;
  const { key } = message;
  if (message.role === 'assistant')
    return (
      <Reply message={message} words={wordsOf(message, withCard)}>
        <Proposal
          message={message}
          source={source}
          status={status}
          reply={reply}
          isNext={isNext}
          isLast={isLast}
          conversation={conversation}
        />
      </Reply>
    );
  if (!editing)
    return (
      <>
        <Question
          message={message}
          onEdit={() => onEditing(key)}
          onRetry={() => {
            conversation.retry(key);
            onDone();
          }}
          onType={() => conversation.typeBeside(key)}
        />
        <Paper message={message} conversation={conversation} />
      </>
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
