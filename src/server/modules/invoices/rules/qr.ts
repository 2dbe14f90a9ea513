import { create } from 'qrcode';

const QUIET_ZONE = 4;

// Any mask is a valid code; choosing the handsomest of the eight takes longer than all the rest of it.
const MASK = 3;

// An invoice is read again and again, and its code is an eighth of that.
const MOST_KNOWN = 1_000;
const known = new Map<string, string>();

/** A QR code as an image address: one stroke for every row, with the white border that readers need. */
export function qrDataUrl(text: string): string {
  if (known.size >= MOST_KNOWN) known.clear();
  const url = known.get(text) ?? drawn(text);
  known.set(text, url);
  return url;
}

function drawn(text: string): string {
  const bytes = [{ data: new TextEncoder().encode(text), mode: 'byte' as const }];
  const { size, data } = create(bytes, { errorCorrectionLevel: 'M', maskPattern: MASK }).modules;
  const side = size + 2 * QUIET_ZONE;
  const svg =
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${side} ${side}' shape-rendering='crispEdges'>` +
    `<path fill='white' d='M0 0h${side}v${side}H0z'/><path stroke='black' d='${strokesOf(data, size)}'/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function strokesOf(modules: Uint8Array, size: number): string {
  let strokes = '';
  for (let row = 0; row < size; row++) {
    for (let at = 0; at < size; at++) {
      const from = at;
      while (at < size && modules[row * size + at]) at++;
      if (at > from) strokes += `M${from + QUIET_ZONE} ${row + QUIET_ZONE}.5h${at - from}`;
    }
  }
  return strokes;
}
