import { type Captured, fileOf, toTextCapture } from './capture-store.ts';
import { extension, type MenuPress, type Tab } from './web-extension.ts';

const MAX_BYTES = 5 * 1024 * 1024;
const SUPPORTED_TYPE = /^image\/(jpeg|png|webp)$/;
const NAME = 'picture';

/**
 * The selected text of a tab, with its lines; `selectionText` is the browser's own version. Null where no
 * page can be read.
 */
export async function captureSelection(
  tab: Tab,
  selectionText = '',
  frameId?: number,
): Promise<Captured | null> {
  if (tab.id === undefined) return selectionText ? toTextCapture(selectionText) : null;
  const frames = frameId === undefined ? { allFrames: true } : { frameIds: [frameId] };
  try {
    const found = await extension.scripting.executeScript({
      target: { tabId: tab.id, ...frames },
      func: selectedText,
    });
    const longest = found.map(({ result }) => result ?? '').sort((a, b) => b.length - a.length)[0];
    return toTextCapture(longest || selectionText);
  } catch {
    return selectionText ? toTextCapture(selectionText) : null;
  }
}

// Runs in the page, so it stands alone.
function selectedText(): string {
  const field = document.activeElement;
  const isField = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
  const typed = isField && field.type !== 'password' && field.selectionStart !== null;
  const inField = typed ? field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0) : '';
  return inField || (getSelection()?.toString() ?? '');
}

/**
 * A picture of a page. Fetched inside the page first: only there are its own and private pictures available.
 */
export async function capturePicture({ srcUrl, frameId }: MenuPress, tab: Tab): Promise<Captured> {
  if (!srcUrl) return { kind: 'unread', reason: 'fetch' };
  const found =
    (await fetchInPage(srcUrl, tab, frameId)) ??
    (await fetchInExtension(srcUrl)) ??
    (await captureFromScreen(srcUrl, tab));
  if (!found) return { kind: 'unread', reason: 'fetch' };
  if (found.size > MAX_BYTES) return { kind: 'unread', reason: 'size' };
  if (!SUPPORTED_TYPE.test(found.type)) return { kind: 'unread', reason: 'type' };
  const ending = found.type === 'image/jpeg' ? 'jpg' : found.type.slice('image/'.length);
  return { kind: 'picture', name: `${NAME}.${ending}`, dataUrl: found.dataUrl };
}

type PictureData = { type: string; size: number; dataUrl: string };

async function fetchInPage(
  srcUrl: string,
  tab: Tab,
  frameId: number | undefined,
): Promise<PictureData | null> {
  if (tab.id === undefined) return null;
  try {
    const [first] = await extension.scripting.executeScript({
      target: { tabId: tab.id, ...(frameId === undefined ? {} : { frameIds: [frameId] }) },
      func: pictureOf,
      args: [srcUrl, MAX_BYTES],
    });
    return first?.result ?? null;
  } catch {
    return null;
  }
}

const fetchInExtension = (srcUrl: string): Promise<PictureData | null> =>
  /^(https?|data):/.test(srcUrl) ? pictureOf(srcUrl, MAX_BYTES) : Promise.resolve(null);

async function captureFromScreen(srcUrl: string, tab: Tab): Promise<PictureData | null> {
  const shown = await screenshotPicture(srcUrl, tab).catch(() => null);
  return shown && toPictureData(shown);
}

function toPictureData(blob: Blob): Promise<PictureData | null> {
  const { type, size } = blob;
  return new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done({ type, size, dataUrl: String(reader.result) });
    reader.onerror = () => done(null);
    reader.readAsDataURL(blob);
  });
}

// Runs in the page as well, so it stands alone.
async function pictureOf(srcUrl: string, maxBytes: number): Promise<PictureData | null> {
  try {
    const response = await fetch(srcUrl, { signal: AbortSignal.timeout(15_000) });
    if (!response.ok) return null;
    const blob = await response.blob();
    const { type, size } = blob;
    if (size > maxBytes) return { type, size, dataUrl: '' };
    return await new Promise<PictureData | null>((done) => {
      const reader = new FileReader();
      reader.onload = () => done({ type, size, dataUrl: String(reader.result) });
      reader.onerror = () => done(null);
      reader.readAsDataURL(blob);
    });
  } catch {
    return null;
  }
}

type PictureRect = { left: number; top: number; width: number; height: number; scale: number };

const MIN_PIXELS = 40;

/** A picture of the page in front as it is shown, for one whose file its page may not read; null where it cannot be seen. */
async function screenshotPicture(srcUrl: string, tab: Tab): Promise<File | null> {
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
