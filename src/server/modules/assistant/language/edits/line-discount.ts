import type { LineDiscount } from '../drafts/line-discount.ts';
import { type Change, withItem } from './change.ts';

/** The draft with the discount on its lines alone. */
export const withLineDiscount = (change: Change, { lines, discount }: LineDiscount): Change =>
  lines.reduce((next, at) => {
    const item = next.draft.items[at];
    return item ? withItem(next, at, { ...item, discount }) : next;
  }, change);
