import { fileOf } from './capture-store.ts';
import { extension, type Tab } from './web-extension.ts';

type PictureRect = { left: number; top: number; width: number; height: number; scale: number };

const MIN_PIXELS = 40;

/** A picture of the page in front as it is shown, for one whose file its page may not read; null where it cannot be seen. */
export async function screenshotPicture(srcUrl: string, tab: Tab): Promise<File | null> {
  if (tab.id === undefined || tab.windowId === undefined) return null;
  const [first] = await extension.scripting.executeScript({
    target: { tabId: tab.id },
    func: pictureRect,
    args: [srcUrl],
  });
  const rect = first?.result;
  if (!rect) return null;
  const shot = await extension.tabs.captureVisibleTab(tab.windowId, { format: 'png' });
  return cropped(await fileOf({ name: 'page.png', dataUrl: shot }), rect);
}

// Runs in the page, so it stands alone.
function pictureRect(srcUrl: string): PictureRect | null {
  const picture = [...document.images].find((one) => one.currentSrc === srcUrl || one.src === srcUrl);
  if (!picture) return null;
  const box = picture.getBoundingClientRect();
  const [left, top] = [Math.max(0, box.left), Math.max(0, box.top)];
  const width = Math.min(box.right, innerWidth) - left;
  const height = Math.min(box.bottom, innerHeight) - top;
  return { left, top, width, height, scale: devicePixelRatio };
}

async function cropped(page: File, { left, top, width, height, scale }: PictureRect): Promise<File | null> {
  if (width < MIN_PIXELS || height < MIN_PIXELS) return null;
  const [x, y, w, h] = [left * scale, top * scale, width * scale, height * scale].map(Math.round);
  const part = await createImageBitmap(page, x ?? 0, y ?? 0, w ?? 1, h ?? 1);
  const canvas = new OffscreenCanvas(part.width, part.height);
  canvas.getContext('2d')?.drawImage(part, 0, 0);
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'page.png', { type: 'image/png' });
}
