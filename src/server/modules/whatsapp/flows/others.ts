import type { SystemScope } from '#server/kernel/scope.ts';
import { setStopped } from '../commands/people.ts';
import { owedBy, receiptsOf, wasEverInvoiced } from '../queries.ts';
import { say } from '../replies.ts';
import { addressOf, STRANGERS, wishIn } from '../rules.ts';
import type { Notice } from '../table.ts';
import * as words from '../words.ts';
import { type Answer, type Heard, type Person, within } from './heard.ts';

/**
 * Somebody who speaks for no business: gets what businesses sent to the number they write from, and nothing they write
 * does anything but end or allow messages to themselves.
 */
export async function answerOther(
  scope: SystemScope,
  person: Person,
  notice: Notice,
  heard: Heard,
): Promise<Answer> {
  const address = scope.publicUrl();
  const wish = heard.kind === 'text' ? wishIn(heard.text) : 'invoices';
  if (wish === 'stop' || wish === 'start')
    return async (ctx) => {
      await setStopped(ctx, addressOf(person), wish === 'stop');
      return say(wish === 'stop' ? words.stopped : words.started, { address });
    };
  const { number } = person;
  if (number === null || !(await wasEverInvoiced(scope.db, number))) {
    const first = await within(scope, 'whatsapp_strangers', STRANGERS, person);
    return first ? say(words.stranger, { address }) : [];
  }
  await scope.ports.whatsapp?.markRead(notice.id);
  if (wish === 'help') return say(words.customerHelp, { address });
  if (wish === 'receipts')
    return say(words.receiptsText(await receiptsOf(scope.db, number), scope.publicUrl()), { address });
  const { invoices, count } = await owedBy(scope.db, number);
  return say(words.invoicesText(invoices, count, scope.publicUrl()), { address });
}
