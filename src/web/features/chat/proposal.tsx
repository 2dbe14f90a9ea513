import type { Message } from './messages.ts';

type ProposalProps = { message: Message; before: readonly Message[]; after: readonly Message[] };

export function Proposal({ message }: ProposalProps) {
  return message.outcome?.draft ? null : null;
}
