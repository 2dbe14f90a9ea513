import { BadgeCheck } from 'lucide-react';
import { markPaymentsSeen, receivedText } from '../lib/payment-alerts.ts';
import type { Connection } from '../lib/storage.ts';
import { texts } from '../lib/texts.ts';
import { useAsync } from '../lib/use-async.ts';

const MAX_NAMED = 3;

/** Money that came since the popup was last opened. */
export function Received({ connection }: { connection: Connection }) {
  const [received] = useAsync(markPaymentsSeen);
  if (received.state !== 'read' || received.value.length === 0) return null;
  const named = received.value.slice(0, MAX_NAMED);
  const more = received.value.length - named.length;
  return (
    <section className="flex items-start gap-2.5 rounded-control bg-ok-bg px-3.5 py-3">
      <BadgeCheck aria-hidden className="mt-px size-5 shrink-0 text-ok" />
      <div className="min-w-0 text-sm">
        <h2 className="font-semibold font-text text-sm tracking-normal">{texts.popup.received}</h2>
        <ul>
          {named.map((activity) => (
            <li key={activity.id} className="[overflow-wrap:anywhere]">
              {receivedText(activity)}
            </li>
          ))}
        </ul>
        {more > 0 && (
          <a
            href={`${connection.address}/dashboard/payments`}
            target="_blank"
            rel="noreferrer"
            className="underline"
          >
            {texts.popup.more(more)}
          </a>
        )}
      </div>
    </section>
  );
}
