import { CircleCheck, FileUp, RotateCcw, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { cn } from '#web/ui/cn.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { kycTileTexts, texts } from './texts.ts';
import type { KycTiles, TileState } from './use-kyc-tiles.ts';

/** A tile for each of the four documents. */
export function KycTileGrid({ tiles }: { tiles: KycTiles }) {
  return (
    <div className="grid gap-3.5 sm:grid-cols-2">
      {kycTileTexts.map(({ key, title, text }) => (
        <KycTile
          key={key}
          title={title}
          text={text}
          state={tiles[key].state}
          onPick={tiles[key].pick}
          onCancel={tiles[key].cancel}
        />
      ))}
    </div>
  );
}

type KycTileProps = {
  title: string;
  text: string;
  state: TileState;
  onPick: (file: File) => void;
  onCancel: () => void;
};

/** One document: choose, watch it leave, see the tick, or try again. */
function KycTile({ title, text, state, onPick, onCancel }: KycTileProps) {
  const input = useRef<HTMLInputElement>(null);
  const textId = useId();
  const uploading = state.is === 'uploading';
  return (
    <div className={cn('relative rounded-card border bg-surface p-4', borderOf(state))}>
      <button
        type="button"
        disabled={uploading}
        aria-describedby={textId}
        onClick={() => input.current?.click()}
        className="flex w-full items-start gap-3.5 text-left after:absolute after:inset-0 after:rounded-card"
      >
        <TileIcon state={state} />
        <span className="min-w-0 flex-1 pr-6">
          <span className="block font-semibold">{title}</span>
          <span className="block text-13 text-muted">{text}</span>
        </span>
      </button>
      <div id={textId} aria-live="polite" className={cn('mt-3 min-h-9 break-words text-sm', toneOf(state))}>
        {messageFor(state)}
        {uploading && <Progress value={state.percent} label={texts.kyc.progress(title)} className="mt-2" />}
      </div>
      {uploading && (
        <IconButton
          label={texts.kyc.cancel(title)}
          size="sm"
          onClick={onCancel}
          className="absolute top-2 right-2 z-10"
        >
          <X aria-hidden />
        </IconButton>
      )}
      <input
        ref={input}
        type="file"
        accept=".pdf,.png,.jpg,.jpeg"
        aria-label={title}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) onPick(file);
        }}
      />
    </div>
  );
}

function TileIcon({ state }: { state: TileState }) {
  const iconClass = 'grid size-10 shrink-0 place-items-center rounded-control [&_svg]:size-5';
  if (state.is === 'uploaded')
    return (
      <span className={cn(iconClass, 'bg-ok-bg text-ok')}>
        <CircleCheck aria-hidden />
      </span>
    );
  if (state.is === 'failed')
    return (
      <span className={cn(iconClass, 'bg-bad-bg text-bad')}>
        <RotateCcw aria-hidden />
      </span>
    );
  return (
    <span className={cn(iconClass, 'bg-sunken text-primary')}>
      <FileUp aria-hidden />
    </span>
  );
}

function messageFor(state: TileState): string {
  switch (state.is) {
    case 'empty':
      return texts.kyc.empty;
    case 'refused':
      return state.reason;
    case 'uploading':
      return texts.kyc.uploading(state.name, state.percent);
    case 'uploaded':
      return state.name;
    case 'failed':
      return texts.kyc.tryAgain;
  }
}

function toneOf(state: TileState): string {
  if (state.is === 'uploaded') return 'font-medium text-ok';
  return state.is === 'failed' || state.is === 'refused' ? 'font-medium text-bad' : 'text-muted';
}

function borderOf(state: TileState): string {
  if (state.is === 'uploaded') return 'border-ok';
  return state.is === 'failed' || state.is === 'refused'
    ? 'border-bad'
    : 'border-dashed border-line-strong hover:border-primary';
}
