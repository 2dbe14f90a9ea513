import { useEffect, useState } from 'react';
import { live } from '#contract/live.ts';
import { call } from '#web/lib/api.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { requestedRedirect } from '../sign-in.ts';
import * as texts from '../texts.ts';

/** Goes to Google, or says why it cannot. */
export function GoogleButton({ label }: { label: string }) {
  const [configured, setConfigured] = useState<boolean | null>(null);
  const [showsNotice, setShowsNotice] = useState(false);
  useEffect(() => {
    void isConfigured().then(setConfigured);
  }, []);
  const press = async () => {
    const isReady = configured ?? (await isConfigured());
    if (!isReady) return setShowsNotice(true);
    const redirectTo = requestedRedirect();
    location.assign(`/api/auth/google${redirectTo ? `?redirect=${encodeURIComponent(redirectTo)}` : ''}`);
  };
  return (
    <div className="mb-5">
      <button
        type="button"
        onClick={press}
        aria-disabled={configured === false || undefined}
        aria-describedby={showsNotice ? 'google-told' : undefined}
        className={buttonClass({ variant: 'outline', size: 'lg', wide: true, className: 'gap-3' })}
      >
        <GoogleMark />
        {label}
      </button>
      <p id="google-told" role="status" className="text-center text-13 text-muted [&:not(:empty)]:mt-2">
        {showsNotice && texts.google.notSetUp}
      </p>
      <p className="mt-5 flex items-center gap-4 text-13 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {texts.google.orEmail}
      </p>
    </div>
  );
}

async function isConfigured(): Promise<boolean> {
  try {
    return (await call(live.status, {})).data.googleSignIn;
  } catch {
    return false;
  }
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden fill="none" strokeWidth="4">
      <path d="M12 12h9.6M19.5 12a7.6 7.6 0 0 1-2.6 6" stroke="#4285F4" />
      <path d="M16.9 18A7.6 7.6 0 0 1 5.2 15.4" stroke="#34A853" />
      <path d="M5.2 15.4a7.6 7.6 0 0 1 0-6.8" stroke="#FBBC05" />
      <path d="M5.2 8.6a7.6 7.6 0 0 1 12.2-2" stroke="#EA4335" />
    </svg>
  );
}
