import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import type { Currency } from '#core/money.ts';
import { messageOf, toastFailure } from '#web/lib/api.ts';
import { useBusiness } from '#web/lib/business-profile.ts';
import { formatInstant } from '#web/lib/format.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { DialogButtons } from '#web/ui/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { CustomerDetails } from '../api.ts';
import { portalLinkQuery, useEndPortalLink, useSharePortal } from './api.ts';
import { texts } from './texts.ts';

type PortalDialogProps = { customer: CustomerDetails; currency: Currency; onClose: () => void };

/** A link to a customer's own page: what it shows, how to send it, until when it works, and its end. */
export function PortalDialog({ customer, currency, onClose }: PortalDialogProps) {
  const params = { currency, id: customer.id };
  const { data: until, isError, isFetching, refetch } = useQuery(portalLinkQuery(params));
  const share = useSharePortal(params);
  const end = useEndPortalLink(params);
  const make = () =>
    share.mutate(undefined, { onError: (error) => toastFailure(error, messageOf(error, texts.makeFailed)) });
  const endIt = () =>
    end.mutate(undefined, {
      onSuccess: () => {
        share.reset();
        toast.success(texts.ended);
      },
      onError: (error) => toastFailure(error, messageOf(error, texts.endFailed)),
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title(customer.name)}
      description={texts.shows}
      footer={
        <DialogButtons onCancel={onClose} cancel={texts.close}>
          {until && (
            <Button variant="outline" className="text-bad" pending={end.isPending} onClick={endIt}>
              {texts.end}
            </Button>
          )}
          <Button disabled={until === undefined} pending={share.isPending} onClick={make}>
            {until ? texts.again : texts.make}
          </Button>
        </DialogButtons>
      }
    >
      <div className="grid gap-3 text-sm">
        {until === undefined && isError && (
          <ErrorState title={texts.failed} onRetry={() => void refetch()} retrying={isFetching} />
        )}
        {until === undefined && !isError && (
          <div role="status" aria-label={texts.loading}>
            <Skeleton className="h-6" />
          </div>
        )}
        {until === null && <p>{texts.none}</p>}
        {until && (
          <p>
            {texts.until(formatInstant(until))} {texts.replaces}
          </p>
        )}
        {share.data && until && <Link url={share.data.url} phone={customer.phone ?? ''} />}
        <p className="text-muted">
          {texts.anybody} {customer.email !== '' && texts.byThemselves}
        </p>
      </div>
    </Dialog>
  );
}

function Link({ url, phone }: { url: string; phone: string }) {
  const { data: business } = useBusiness();
  const text = texts.message(business?.businessName ?? '', url);
  return (
    <>
      <Field label={texts.link}>
        <Input readOnly value={url} onFocus={({ target }) => target.select()} />
      </Field>
      <div className="flex flex-wrap gap-2.5">
        <CopyButton text={url} label={texts.copy} copied={texts.copied} />
        <a
          href={`https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'outline', size: 'sm' })}
        >
          <MessageCircle aria-hidden />
          {texts.whatsapp}
        </a>
      </div>
    </>
  );
}
