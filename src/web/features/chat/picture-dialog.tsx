import { Dialog } from '../../ui/dialog.tsx';
import type { Picture } from './messages.ts';
import { useShownPicture } from './picture.ts';
import { texts } from './texts.ts';

type PictureDialogProps = { picture: Picture; open: boolean; onClose: () => void };

/** A picture as large as the screen lets it be; it scrolls where it is larger. */
export function PictureDialog({ picture, open, onClose }: PictureDialogProps) {
  const { url } = useShownPicture(open ? picture : null);
  return (
    <Dialog open={open} onClose={onClose} title={picture.name} width="lg">
      {url && (
        <img src={url} alt={texts.picture.sent(picture.name)} className="mx-auto block h-auto max-w-full" />
      )}
    </Dialog>
  );
}
