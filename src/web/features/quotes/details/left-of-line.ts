import { texts } from '../texts.ts';

const counted = (micro: number): string =>
  (micro / 1_000_000).toLocaleString('en-NG', { maximumFractionDigits: 6 });

/** How much of a line is left to invoice, of its millionths, as people read it. */
export const leftOfLine = (quantity: number, left: number): string =>
  left === 0 ? texts.part.lineDone : texts.part.lineLeft(counted(left), counted(quantity));
