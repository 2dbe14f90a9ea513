const MAX_SIDE_PX = 1600;
/** Tried in turn: grain and crumpled paper need more bytes than the first leaves room for. */
const JPEG_QUALITIES = [0.8, 0.65, 0.5];
const MAX_BYTES = 550_000;
/** Below this a phone's uplink does not feel the difference. */
const SMALL_BYTES = 400_000;
const SUPPORTED_TYPE = /^image\/(jpeg|png|webp)$/;

/** A large photo made small enough for a phone's uplink; anything else as it is. */
export async function shrinkPhoto(file: File): Promise<File> {
  if (!SUPPORTED_TYPE.test(file.type) || file.size < SMALL_BYTES) return file;
  const smaller = await asSmallJpeg(file);
  return smaller && smaller.size < file.size ? smaller : file;
}

/** The same, turning other kinds of picture into JPEG as well; null for what this browser cannot read. */
export async function toUploadablePhoto(file: File): Promise<File | null> {
  return SUPPORTED_TYPE.test(file.type) ? shrinkPhoto(file) : asSmallJpeg(file);
}

async function asSmallJpeg(file: File): Promise<File | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return null;
  // JPEG has no transparency: what was see-through would turn black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await jpegOf(canvas);
  return blob && new File([blob], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' });
}

async function jpegOf(canvas: HTMLCanvasElement): Promise<Blob | null> {
  let blob: Blob | null = null;
  for (const quality of JPEG_QUALITIES) {
    blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (!blob || blob.size <= MAX_BYTES) break;
  }
  return blob;
}
