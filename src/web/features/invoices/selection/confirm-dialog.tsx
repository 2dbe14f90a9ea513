import { joinWithAnd } from '#core/english.ts';
import { AlertDialog } from '#web/ui/dialog.tsx';
import type { InvoiceSummary } from '../api.ts';
import { confirmTexts as texts } from './confirm-texts.ts';

const NAMES_SHOWN = 3;

type ConfirmDialogProps = {
  kind: 'send' | 'remind';
  items: readonly InvoiceSummary[];
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before customers are written to: how many, who, and which way. */
export function ConfirmDialog({ kind, items, ...answers }: ConfirmDialogProps) {
  return (
    <AlertDialog
      open
      {...answers}
      title={texts.title[kind](items.length)}
      text={textOf(items)}
      confirm={texts.send}
    />
  );
}

function textOf(items: readonly InvoiceSummary[]): string {
  const reachable = items.filter(({ customerEmail }) => customerEmail !== '');
  const names = new Map(reachable.map(({ customerId, customerName }) => [customerId, customerName]));
  const shown = [...names.values()].slice(0, NAMES_SHOWN);
  const rest = names.size - shown.length;
  const who = joinWithAnd(rest > 0 ? [...shown, texts.more(rest)] : shown);
  const left = items.length - reachable.length;
  if (left === 0) return texts.byEmail(who);
  return names.size === 0 ? texts.none : `${texts.byEmail(who)} ${texts.left(left)}`;
}
