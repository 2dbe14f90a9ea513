import { cloth, inks } from '#core/cloth.ts';
import type { PosterDocument } from '#server/kernel/ports/pdf.ts';
import { glyphParts, printable } from './printable.ts';
import { qrSvg } from './qr.ts';
import { initialsOf } from './view.ts';

/** The data of `poster.typ`, in drawing order. */
export function posterViewOf({ size, business, url, link, testMode }: PosterDocument, hasLogo: boolean) {
  const name = printable(business.name);
  const view = {
    paper: size,
    // An A6 is an A4 at half its width.
    scale: size === 'a6' ? 0.5 : 1,
    kind: 'Scan to pay',
    testMode,
    logo: hasLogo,
    brandInk: inks(business.primaryColor, business.secondaryColor)[0],
    business: { name, initials: initialsOf(business.name), size: sizeOf(name) },
    steps: ['Scan with your camera', 'Type the amount', 'Pay by transfer, card or USSD'],
    link: { url, lead: 'No camera? Open', text: printable(link) },
    advice: `The page that opens must say ${name}. If it does not, do not pay.`,
  };
  return {
    ...view,
    letters: glyphParts(JSON.stringify(view)),
    qr: qrSvg(url),
    cloth: cloth(business.id, {
      primary: business.primaryColor,
      secondary: business.secondaryColor,
      columns: 24,
      rows: 7,
      crackle: false,
      idPrefix: 'p',
    }),
  };
}

/** Points on an A4 in which a name of this length takes no more than two lines. */
function sizeOf(name: string): number {
  if (name.length <= 20) return 42;
  if (name.length <= 36) return 33;
  return name.length <= 60 ? 25 : 18;
}
