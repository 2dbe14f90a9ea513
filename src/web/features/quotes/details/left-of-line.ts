import { formatQuantity } from '#core/english.ts';
import { texts } from '../texts.ts';

/** How much of a line is left to invoice, of its millionths, as people read it. */
export const leftOfLine = (quantity: number, left: number): string =>
  left === 0 ? texts.part.lineDone : texts.part.lineLeft(formatQuantity(left), formatQuantity(quantity));
