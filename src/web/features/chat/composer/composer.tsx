import { formatCount } from '#core/english.ts';
import {
  ArrowUp,
  Camera,
  CircleAlert,
  FilePlus,
  FileText,
  ImagePlus,
  ListPlus,
  Square,
  X,
} from 'lucide-react';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { MAX_PROMPT } from '#contract/assistant.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { isPdf, usePictureUrl } from '../attachment/picture.ts';
import { texts } from '../texts.ts';
import type { Picture } from '../thread/messages.ts';
import { isComposing } from './is-composing.ts';
import { type Mode, ModeSwitch } from './mode-switch.tsx';
import type { ComposerState } from './use-composer.ts';

const MAX_HEIGHT_PX = 200;

type ComposerProps = {
  state: ComposerState;
  textarea: RefObject<HTMLTextAreaElement | null>;
  busy: boolean;
  mode: Mode;
  onMode: (mode: Mode) => void;
  onStop: () => void;
  onEditLast: () => void;
  /** Called after a press has taken effect, to return focus to the text area. */
  onDone: () => void;
};

/** Where a message is written: text, a picture, and what becomes of them. */
export function Composer({ state, textarea, busy, mode, onMode, onStop, onEditLast, onDone }: ComposerProps) {
  const { text, setText, picture, notice, preparing, tooLong } = state;
  useAutoHeight(textarea, text);
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      state.send();
    } else if (event.key === 'ArrowUp' && text === '') {
      event.preventDefault();
      onEditLast();
    }
  };
  return (
    <div className="rounded-card border border-line-strong bg-surface shadow-e2 focus-within:border-primary focus-within:shadow-[inset_0_0_0_1px_var(--primary)]">
      {preparing && (
        <p role="status" className="flex items-center gap-2.5 px-4 pt-3.5 text-muted text-sm">
          <Spinner className="size-4" /> {texts.picture.preparing}
        </p>
      )}
      {picture && (
        <Preview
          picture={picture}
          onRemove={() => {
            state.removePicture();
            onDone();
          }}
        />
      )}
      {(notice || tooLong) && (
        <p role="alert" className="flex items-start gap-1.5 px-4 pt-3 font-medium text-13 text-bad">
          <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
          {notice ?? texts.tooLong(formatCount(MAX_PROMPT))}
        </p>
      )}
      <textarea
        ref={textarea}
        rows={1}
        aria-label={texts.box}
        placeholder={texts.placeholder}
        value={text}
        enterKeyHint="send"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
        onPaste={(event) => {
          const files = [...event.clipboardData.files];
          // Word processors put a picture beside copied text: the text is what was meant.
          if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
          event.preventDefault();
          void state.attach(files);
        }}
        className="block max-h-[200px] min-h-[60px] w-full resize-none overflow-y-auto bg-transparent px-4 pt-[18px] pb-4 text-base leading-[26px] outline-none focus-visible:outline-none"
      />
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2 px-2 pb-2 max-[22.5rem]:gap-x-0">
        <FileButtons onFiles={(files) => void state.attach(files)} />
        <ModeSwitch mode={mode} onMode={onMode} />
        <SendButtons state={state} busy={busy} onStop={onStop} onDone={onDone} />
      </div>
    </div>
  );
}

type SendButtonsProps = Pick<ComposerProps, 'state' | 'busy' | 'onStop' | 'onDone'>;

/** Send, or Stop in its place; while a reply comes, what is written can be put behind it. */
function SendButtons({ state, busy, onStop, onDone }: SendButtonsProps) {
  const press = () => {
    if (busy) onStop();
    else state.send();
    onDone();
  };
  const next = () => {
    state.send();
    onDone();
  };
  return (
    <span className="ml-auto flex gap-1.5">
      {busy && state.ready && (
        <IconButton label={texts.sendNext} variant="outline" onClick={next} className="rounded-full">
          <ListPlus aria-hidden />
        </IconButton>
      )}
      <IconButton
        label={busy ? texts.stop : texts.send}
        variant="primary"
        aria-disabled={!busy && !state.ready}
        onClick={press}
        className="rounded-full"
      >
        {busy ? <Square aria-hidden className="size-4! fill-current" /> : <ArrowUp aria-hidden />}
      </IconButton>
    </span>
  );
}

/** Phones name the kind of a HEIC in many ways, or not at all. */
const PICTURES = 'image/*,.heic,.heif';
const PDFS = 'application/pdf,.pdf';

function FileButtons({ onFiles }: { onFiles: (files: File[]) => void }) {
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const pdf = useRef<HTMLInputElement>(null);
  const input = (ref: RefObject<HTMLInputElement | null>, accept: string, capture = false) => (
    <input
      ref={ref}
      type="file"
      accept={accept}
      {...(capture && { capture: 'environment' as const })}
      hidden
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])]);
        // The same picture can be chosen again after it was removed.
        event.target.value = '';
      }}
    />
  );
  return (
    <>
      {input(chooser, PICTURES)}
      {input(camera, 'image/*', true)}
      {input(pdf, PDFS)}
      <IconButton label={texts.picture.attach} onClick={() => chooser.current?.click()}>
        <ImagePlus aria-hidden />
      </IconButton>
      <IconButton label={texts.picture.camera} onClick={() => camera.current?.click()}>
        <Camera aria-hidden />
      </IconButton>
      <IconButton label={texts.picture.document} onClick={() => pdf.current?.click()}>
        <FilePlus aria-hidden />
      </IconButton>
    </>
  );
}

function Preview({ picture, onRemove }: { picture: Picture; onRemove: () => void }) {
  const { url } = usePictureUrl(picture);
  const [broken, setBroken] = useState<string | null>(null);
  const isShown = url !== null && url !== broken;
  return (
    <div className="flex items-start gap-1 px-4 pt-4">
      <span className="grid min-h-14 min-w-14 place-items-center overflow-hidden rounded-control border border-line bg-sunken">
        {isShown ? (
          <img
            src={url}
            alt={texts.picture.preview(picture.name)}
            onError={() => setBroken(url)}
            className="block h-auto max-h-[200px] w-auto max-w-[min(300px,60vw)] max-md:max-h-36"
          />
        ) : (
          (isPdf(picture) || url !== null) && <NamedFile picture={picture} />
        )}
      </span>
      <IconButton label={texts.picture.remove(picture.name)} onClick={onRemove} className="-mt-1.5">
        <X aria-hidden />
      </IconButton>
    </div>
  );
}

// A PDF, or a picture of a kind that this browser does not show.
function NamedFile({ picture }: { picture: Picture }) {
  return (
    <span className="flex max-w-[60vw] items-center gap-2.5 px-3 py-2.5 sm:max-w-[300px]">
      <FileText aria-hidden className="size-6 shrink-0 text-primary" />
      <span className="truncate font-semibold text-sm">{picture.name}</span>
    </span>
  );
}

function useAutoHeight(textarea: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = textarea.current;
    if (!element) return;
    element.style.setProperty('height', 'auto');
    element.style.setProperty('height', `${Math.min(element.scrollHeight, MAX_HEIGHT_PX)}px`);
  }, [textarea, text]);
}
