import { Dialog } from '#web/ui/dialog.tsx';
import { texts } from '../texts.ts';
import type { Picture } from '../thread/messages.ts';
import { usePictureUrl } from './picture.ts';

type PictureDialogProps = { picture: Picture; open: boolean; onClose: () => void };

/** A picture as large as the screen lets it be; it scrolls where it is larger. */
export function PictureDialog({ picture, open, onClose }: PictureDialogProps) {
  const { url } = usePictureUrl(open ? picture : null);
  return (
    <Dialog open={open} onClose={onClose} title={picture.name} width="lg">
      {url && (
        <section
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
          tabIndex={0}
          aria-label={picture.name}
          className="overflow-x-auto rounded-control"
        >
          <img
            src={url}
            alt={texts.picture.sent(picture.name)}
            className="mx-auto block h-auto w-full min-w-[40rem]"
          />
        </section>
      )}
    </Dialog>
  );
}
