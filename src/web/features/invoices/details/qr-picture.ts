import { saveBlob } from '#web/lib/files/download.ts';

/** Wide enough to print. */
const SIDE_PX = 1024;

/** Saves a drawn code as PNG: what can be sent and printed anywhere. Throws where the browser cannot draw it. */
export async function saveQrPicture(drawing: string, name: string): Promise<void> {
  const image = new Image(SIDE_PX, SIDE_PX);
  image.src = drawing;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = SIDE_PX;
  canvas.height = SIDE_PX;
  canvas.getContext('2d')?.drawImage(image, 0, 0, SIDE_PX, SIDE_PX);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error('the browser made no picture');
  saveBlob(blob, name);
}
