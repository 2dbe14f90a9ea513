import { html, raw } from 'hono/html';
import { create } from 'qrcode';
import type { Html } from './components.ts';

const QUIET = 4;

/** A QR code as inline SVG on a white card of its own, so that dark pages cannot spoil it. */
export function qrCode(text: string, label: string): Html {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const rows = Array.from({ length: size }, (_, row) =>
    runsOf(data.subarray(row * size, (row + 1) * size), row),
  );
  const side = size + 2 * QUIET;
  return html`<svg class="qr" viewBox="${-QUIET} ${-QUIET} ${side} ${side}" role="img" aria-label="${label}"><rect x="${-QUIET}" y="${-QUIET}" width="${side}" height="${side}" rx="2" fill="#fff"/><path fill="#15163A" d="${raw(rows.join(''))}"/></svg>`;
}

function runsOf(modules: Uint8Array, row: number): string {
  const line = Array.from(modules, (dark) => (dark ? '1' : '0')).join('');
  return Array.from(
    line.matchAll(/1+/g),
    ({ index, 0: run }) => `M${index} ${row}h${run.length}v1h-${run.length}z`,
  ).join('');
}
