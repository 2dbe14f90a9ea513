import { create } from 'qrcode';

/** A QR code as an SVG of one filled path, without a quiet zone: the page around it is white. */
export function qrSvg(text: string): string {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const rows = Array.from({ length: size }, (_, row) =>
    rowPath(data.subarray(row * size, (row + 1) * size), row),
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">` +
    `<path fill="#15163A" d="${rows.join('')}"/></svg>`
  );
}

/** One path for all runs: separate shapes would leave hairlines between rows on some screens. */
function rowPath(modules: Uint8Array, row: number): string {
  const runs = Array.from(modules, (dark) => (dark ? '1' : '0'))
    .join('')
    .matchAll(/1+/g);
  return Array.from(runs, ({ index, 0: run }) => `M${index} ${row}h${run.length}v1h-${run.length}z`).join('');
}
