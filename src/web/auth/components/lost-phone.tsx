import { useEffect, useState } from 'react';
import { live } from '#contract/live.ts';
import { call } from '#web/lib/api.ts';
import * as texts from '../texts.ts';
import { linkClass } from './auth-heading.tsx';

const labels = texts.twoFactor.lost;

/** Ways in for an owner without the phone that generates the codes. */
export function LostPhone() {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    call(live.status, {}).then(
      ({ data }) => setAddress(data.supportEmail),
      () => undefined,
    );
  }, []);
  return (
    <details className="text-sm">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-primary md:min-h-0">
        {labels.title}
      </summary>
      <ul className="grid list-disc gap-2 pl-5 text-muted">
        <li>{labels.code}</li>
        <li>{labels.passkey}</li>
        <li>
          {labels.neither} {address === null ? labels.ask : <SupportMailLink to={address} />}
        </li>
      </ul>
    </details>
  );
}

const SupportMailLink = ({ to }: { to: string }) => (
  <>
    {labels.write.before}
    <a href={`mailto:${to}`} className={`${linkClass} wrap-anywhere`}>
      {to}
    </a>
    {labels.write.after}
  </>
);
