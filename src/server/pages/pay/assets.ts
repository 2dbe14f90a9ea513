import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** Addresses of the built scripts, styles and fonts of the pay page; all empty before there is a build. */
export type PayAssets = {
  script: string | null;
  /** Of the pad for a signature, which the script loads where one is opened. */
  signaturePad: string | null;
  styles: string[];
  fonts: string[];
};

const MANIFEST = join(import.meta.dirname, '../../../../dist/web/.vite/manifest.json');
const FONTS = ['fonts/display.woff2', 'fonts/text.woff2'];

const manifestShape = z.record(
  z.string(),
  z.object({ file: z.string(), css: z.optional(z.array(z.string())) }),
);

/** Reads the hashed names from the build's manifest. */
export function readPayAssets(): PayAssets {
  const parsed = existsSync(MANIFEST)
    ? manifestShape.safeParse(JSON.parse(readFileSync(MANIFEST, 'utf8')))
    : null;
  const entries = parsed?.data ?? {};
  const entry = entries['pay/main.ts'];
  if (!entry) return { script: null, signaturePad: null, styles: [], fonts: [] };
  const addressOf = (name: string) => (entries[name] ? `/${entries[name].file}` : null);
  const fonts = FONTS.flatMap((name) => entries[name]?.file ?? []);
  return {
    script: `/${entry.file}`,
    signaturePad: addressOf('pay/signature-pad.ts'),
    styles: (entry.css ?? []).map((file) => `/${file}`),
    fonts: fonts.map((file) => `/${file}`),
  };
}
