import { Link } from '@tanstack/react-router';
import { Mail, MessageCircle, Pencil, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { MAX_WORDS } from '#contract/reminders.ts';
import { formatDate } from '#web/lib/format.ts';
import { errorsOf } from '#web/lib/forms/rules.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { Money } from '#web/ui/money.tsx';
import { type MessageOutcome, type PreparedMessage, useSendPrepared, useSkipPrepared } from './api.ts';
import { texts } from './texts.ts';

type MessageCardProps = { message: PreparedMessage; onDone: (done: MessageOutcome) => void };

/** One message with whom it is for, what is owed, its words, and the ways to send it. */
export function MessageCard({ message, onDone }: MessageCardProps) {
  const { customerName: name, daysLate, promised } = message;
  const [words, setWords] = useState<string | null>(null);
  const send = useSendPrepared();
  return (
    <article data-row className="grid gap-3.5 rounded-card border border-line bg-surface p-5 max-md:p-4">
      <header className="flex flex-wrap items-start gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-48">
          <h2 className="wrap-anywhere font-semibold font-text text-base tracking-normal">{name}</h2>
          <p className="text-muted text-sm">
            <Link
              to="/dashboard/invoices"
              search={{ invoice: message.invoiceId }}
              className="text-primary underline-offset-4 hover:underline"
            >
              {message.invoiceNumber}
            </Link>
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Badge tone={toneOf(message)} dot>
            {promised ? texts.promised(formatDate(promised)) : texts.when(daysLate)}
          </Badge>
          <Money amount={message.balance} currency={message.currency} className="font-bold text-xl" />
        </div>
      </header>
      {words === null ? (
        <p
          lang={message.language}
          className="wrap-anywhere whitespace-pre-line rounded-control bg-sunken p-3.5 text-15"
        >
          {message.text}
        </p>
      ) : (
        <WordsField
          message={message}
          words={words}
          onWords={setWords}
          error={errorsOf<{ words: string }>(send.error).words}
        />
      )}
      <SendActions message={message} words={words} onEdit={setWords} send={send} onDone={onDone} />
    </article>
  );
}

type WordsFieldProps = {
  message: PreparedMessage;
  words: string;
  onWords: (words: string) => void;
  error: string | undefined;
};

/** The message's words to change for this once; amount and link follow below and stay ours. */
function WordsField({ message, words, onWords, error }: WordsFieldProps) {
  return (
    <div className="grid gap-2">
      <Field
        label={texts.wordsOf(message.customerName)}
        hideLabel
        error={error}
        aside={words.length > MAX_WORDS * 0.8 && texts.left(MAX_WORDS - words.length)}
      >
        <Textarea
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the press that opens it asks to type
          autoFocus
          lang={message.language}
          rows={4}
          maxLength={MAX_WORDS}
          value={words}
          onChange={(event) => onWords(event.target.value)}
          className="field-sizing-content"
        />
      </Field>
      <p className="wrap-anywhere rounded-control bg-sunken p-3.5 text-15">
        <span className="block text-13 text-muted">{texts.alwaysAdded}</span>
        <span lang={message.language}>{message.payLine}</span>
      </p>
    </div>
  );
}

type SendActionsProps = MessageCardProps & {
  words: string | null;
  onEdit: (words: string | null) => void;
  send: ReturnType<typeof useSendPrepared>;
};

function waysToSend({ message, words: edited, send, onDone }: Omit<SendActionsProps, 'onEdit'>) {
  const words = edited === null || edited.trim() === message.words ? {} : { words: edited };
  const byWhatsapp = () => {
    // Opened by the press itself: a window opened after the answer would be blocked.
    const chat = open('', '_blank');
    if (chat) chat.opener = null;
    send.mutate(
      { id: message.id, channel: 'whatsapp', ...words },
      {
        onSuccess: ({ whatsappUrl }) => {
          onDone('whatsapp');
          // Where no window may be opened, the chat opens in this one.
          if (!whatsappUrl) chat?.close();
          else if (chat) chat.location.replace(whatsappUrl);
          else location.assign(whatsappUrl);
        },
        onError: () => chat?.close(),
      },
    );
  };
  const byEmail = () =>
    send.mutate({ id: message.id, channel: 'email', ...words }, { onSuccess: () => onDone('email') });
  return { byWhatsapp, byEmail };
}

function SendActions({ onEdit, ...sending }: SendActionsProps) {
  const { message, words: edited, send, onDone } = sending;
  const { id, channels, customerName: name } = message;
  const skip = useSkipPrepared();
  const busy = send.isPending || skip.isPending;
  const { byWhatsapp, byEmail } = waysToSend(sending);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2.5">
        {channels.includes('whatsapp') && (
          <Button
            disabled={busy}
            onClick={byWhatsapp}
            aria-label={texts.whatsappOne(name)}
            className="max-sm:w-full"
          >
            <MessageCircle aria-hidden />
            {texts.whatsapp}
          </Button>
        )}
        {channels.includes('email') && (
          <Button
            variant={channels.includes('whatsapp') ? 'outline' : 'primary'}
            disabled={busy}
            onClick={byEmail}
            aria-label={texts.emailOne(name)}
            className="max-sm:flex-1"
          >
            <Mail aria-hidden />
            {texts.email}
          </Button>
        )}
        <Button
          variant="ghost"
          disabled={busy}
          onClick={() => onEdit(edited === null ? message.words : null)}
          aria-label={edited === null ? texts.editOne(name) : texts.oursOne(name)}
          className="ml-auto max-sm:ml-0 max-sm:flex-1"
        >
          {edited === null ? <Pencil aria-hidden /> : <Undo2 aria-hidden />}
          {edited === null ? texts.edit : texts.ours}
        </Button>
        <Button
          variant="ghost"
          disabled={busy}
          onClick={() => skip.mutate(id, { onSuccess: () => onDone('skipped') })}
          aria-label={texts.skipOne(name)}
          className="max-sm:flex-1"
        >
          {texts.skip}
        </Button>
      </div>
      {channels.includes('whatsapp') && !message.hasNumber && (
        <p className="text-13 text-muted">{texts.noNumber}</p>
      )}
    </div>
  );
}

const toneOf = ({ daysLate, promised }: PreparedMessage): Tone =>
  daysLate > 0 || promised ? 'bad' : daysLate === 0 ? 'warn' : 'info';
