import { isRecord, type Picture } from '../thread/messages.ts';

/** Upper bound within the tab's storage quota; shrunk photos are far below it. */
const MOST_BYTES = 1_500_000;

/** The unsent picture, saved for a reload of this tab; it goes with the tab. */
export const keptPicture = {
  async write(name: string, picture: Picture | null): Promise<void> {
    try {
      const file = picture?.file;
      if (!file || file.size > MOST_BYTES) return sessionStorage.removeItem(name);
      const kept = { name: file.name, type: file.type, base64: await toBase64(file) };
      sessionStorage.setItem(name, JSON.stringify(kept));
    } catch {
      // A full or forbidden storage only loses what was a convenience.
    }
  },
  read(name: string): Picture | null {
    try {
      const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null');
      if (!isRecord(kept) || typeof kept.base64 !== 'string') return null;
      const bytes = Uint8Array.from(atob(kept.base64), (letter) => letter.charCodeAt(0));
      const file = new File([bytes], String(kept.name), { type: String(kept.type) });
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
