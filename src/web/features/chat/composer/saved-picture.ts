import { isRecord, type Picture } from '../thread/messages.ts';

/** Upper bound within the tab's storage quota; shrunk photos are far below it. */
const MAX_BYTES = 1_500_000;

/** The unsent picture, saved for a reload of this tab; it goes with the tab. */
export const savedPicture = {
  async write(name: string, picture: Picture | null): Promise<void> {
    try {
      const file = picture?.file;
      if (!file || file.size > MAX_BYTES) return sessionStorage.removeItem(name);
      const stored = { name: file.name, type: file.type, base64: await toBase64(file) };
      sessionStorage.setItem(name, JSON.stringify(stored));
    } catch {
      // A full or forbidden storage only loses what was a convenience.
    }
  },
  read(name: string): Picture | null {
    try {
      const stored: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null');
      if (!isRecord(stored) || typeof stored.base64 !== 'string') return null;
      const bytes = Uint8Array.from(atob(stored.base64), (character) => character.charCodeAt(0));
      const file = new File([bytes], String(stored.name), { type: String(stored.type) });
      return { name: file.name, file };
    } catch {
      return null;
    }
  },
};

function toBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error ?? new Error('the picture cannot be read'));
    reader.readAsDataURL(file);
  });
}
