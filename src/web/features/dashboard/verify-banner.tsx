import { useMutation } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toastFailure } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { resendVerification } from './api.ts';
import { texts } from './texts.ts';

const WAIT_S = 60;

/** Until the address is confirmed; the message can be had again once a minute. */
export function VerifyBanner({ email }: { email: string }) {
  const [wait, setWait] = useState(0);
  useEffect(() => {
    if (wait === 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);
  const resend = useMutation({
    networkMode: 'always',
    mutationFn: () => resendVerification(email),
    onSuccess: () => {
      toast.success(texts.verify.sent);
      setWait(WAIT_S);
    },
    onError: (error) => toastFailure(error, texts.verify.failed),
  });
  return (
    <Notice
      tone="warn"
      icon={<Mail aria-hidden />}
      action={
        <Button
          variant="outline"
          className="shrink-0 border-current bg-transparent text-warn shadow-none hover:border-current hover:bg-surface max-md:px-3"
          pending={resend.isPending}
          disabled={wait > 0}
          onClick={() => resend.mutate()}
        >
          {wait > 0 ? texts.verify.wait(wait) : texts.verify.resend}
        </Button>
      }
    >
      <b className="font-semibold">{texts.verify.lead}</b> {texts.verify.rest}{' '}
      <span className="wrap-anywhere">{email}</span>
    </Notice>
  );
}
