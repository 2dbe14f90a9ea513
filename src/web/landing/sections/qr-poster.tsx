import { create } from 'qrcode';
import { Cloth } from '#web/ui/cloth.tsx';
import { howItWorks } from '../texts.ts';
import { mamaNgozi } from './businesses.ts';

const QUIET_ZONE = 3;
// Text shown to a reader who scans the picture, in place of a link.
const QR_TEXT = 'Your pay link goes here.';

/** The poster of the counter: the QR code, framed in the cloth of the business. */
export function QrPoster() {
  const { size, path } = qrPath(QR_TEXT);
  const side = size + 2 * QUIET_ZONE;
  return (
    <div
      role="img"
      aria-label={howItWorks.bonus.picture}
      className="relative isolate grid min-h-84 place-items-center overflow-hidden p-8 max-md:min-h-76"
    >
      <Cloth {...mamaNgozi} columns={10} rows={8} className="-z-10 absolute inset-0" />
      <div className="rotate-[-3deg] rounded-card bg-white p-4 pb-3.5 text-center text-[#15163a] shadow-e3">
        <svg viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`} aria-hidden className="block size-43">
          <path d={path} fill="currentColor" shapeRendering="crispEdges" />
        </svg>
        <b className="block font-semibold">Mama Ngozi</b>
        <span className="text-13 text-[#565a7c]">{howItWorks.bonus.caption}</span>
      </div>
    </div>
  );
}

/** The dark modules of a QR code, each run of a row as one stroke of the path. */
function qrPath(text: string): { size: number; path: string } {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  let path = '';
  for (let row = 0; row < size; row++) {
    for (let start = 0; start < size; start++) {
      let run = 0;
      while (start + run < size && data[row * size + start + run]) run++;
      if (run > 0) path += `M${start} ${row}h${run}v1h-${run}z`;
      start += run;
    }
  }
  return { size, path };
}
