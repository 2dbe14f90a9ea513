import { CloudOff, Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { savesData } from '#web/lib/preferences/save-data.ts';
import { Button } from '#web/ui/button.tsx';
import { cn } from '#web/ui/cn.ts';
import { texts } from '../texts.ts';
import type { Picture } from '../thread/messages.ts';
import { usePictureUrl } from './picture.ts';

type SentPictureProps = { picture: Picture; className?: string; onPress?: () => void };

/** A picture in the conversation; with little data to spend, one that is not here yet comes on a tap. */
export function SentPicture({ picture, className, onPress }: SentPictureProps) {
  const [wanted, setWanted] = useState(() => picture.file !== undefined || !savesData());
  const [broken, setBroken] = useState<Picture | null>(null);
  const { url, failed } = usePictureUrl(picture, wanted);
  const alt = texts.picture.sent(picture.name);
  if (!wanted)
    return (
      <Button variant="outline" size="sm" className="mb-2" onClick={() => setWanted(true)}>
        {texts.picture.show}
      </Button>
    );
  if (!url || broken === picture)
    return (
      <span
        role="img"
        aria-label={alt}
        className={cn(
          'mb-2 grid h-24 w-36 place-items-center gap-1 rounded-control bg-sunken p-2 text-muted',
          className,
        )}
      >
        {(failed || broken === picture) && (
          <>
            <CloudOff aria-hidden className="size-6" />
            {picture.name !== texts.picture.alone && (
              <span className="max-w-full truncate text-xs">{picture.name}</span>
            )}
          </>
        )}
      </span>
    );
  const image = (
    <img
      src={url}
      alt={alt}
      // A phone's HEIC is shown by few browsers.
      onError={() => setBroken(picture)}
      className={cn(
        'mb-2 block h-auto max-h-[200px] w-auto max-w-[min(300px,100%)] rounded-control',
        className,
      )}
    />
  );
  if (!onPress) return image;
  return (
    <span className="relative mx-auto block w-fit max-w-full">
      {image}
      <button
        type="button"
        onClick={onPress}
        aria-label={texts.picture.enlarge(picture.name)}
        className="absolute inset-0 cursor-zoom-in rounded-control"
      >
        <span className="absolute right-2 bottom-2 grid size-8 place-items-center rounded-full border border-line bg-surface text-ink shadow-e2 [&_svg]:size-4">
          <Maximize2 aria-hidden />
        </span>
      </button>
    </span>
  );
}
