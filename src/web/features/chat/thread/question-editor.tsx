import { formatCount } from '#core/english.ts';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { MAX_PROMPT } from '#contract/assistant.ts';
import { Button } from '#web/ui/button.tsx';
import { PdfTile } from '../attachment/pdf-tile.tsx';
import { isPdf } from '../attachment/picture.ts';
import { SentPicture } from '../attachment/sent-picture.tsx';
import { isComposing } from '../composer/is-composing.ts';
import { texts } from '../texts.ts';
import type { Message, Picture } from './messages.ts';

type QuestionEditorProps = { message: Message; onCancel: () => void; onSend: (text: string) => void };

/** A question being edited: sending it restarts the conversation from there. */
export function QuestionEditor({ message, onCancel, onSend }: QuestionEditorProps) {
  const [text, setText] = useState(message.text);
  const textarea = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    textarea.current?.focus();
    textarea.current?.setSelectionRange(textarea.current.value.length, textarea.current.value.length);
  }, []);
  const trimmed = text.trim();
  const ready = (trimmed !== '' || message.picture !== null) && trimmed.length <= MAX_PROMPT;
  const send = () => ready && onSend(trimmed);
  const press = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onCancel();
    } else if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      send();
    }
  };
  return (
    <article aria-label={texts.you} data-question={message.key} className="scroll-mt-6">
      <div className="ml-auto w-full max-w-[85%] rounded-card border border-line-strong bg-surface p-3 focus-within:border-primary">
        {message.picture && <SentAttachment picture={message.picture} />}
        <textarea
          ref={textarea}
          aria-label={texts.editBox}
          value={text}
          rows={3}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
          className="field-sizing-content block max-h-[200px] min-h-[60px] w-full resize-none bg-transparent px-1 text-base outline-none focus-visible:outline-none"
        />
        <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
          <p className="mr-auto min-w-40 flex-1 px-1 max-sm:basis-full text-13 text-muted">
            {trimmed.length > MAX_PROMPT ? texts.tooLong(formatCount(MAX_PROMPT)) : texts.editHint}
          </p>
          <Button variant="outline" size="sm" onClick={onCancel}>
            {texts.cancel}
          </Button>
          <Button size="sm" onClick={send} aria-disabled={!ready}>
            {texts.send}
          </Button>
        </div>
      </div>
    </article>
  );
}

const SentAttachment = ({ picture }: { picture: Picture }) =>
  isPdf(picture) ? <PdfTile picture={picture} /> : <SentPicture picture={picture} />;
