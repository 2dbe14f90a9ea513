import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { PageHeader } from '#web/lib/navigation/page-header.tsx';
import { usePage } from '#web/lib/navigation/page.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { CertificateList } from './list.tsx';
import { texts } from './texts.ts';

export function CertificatesPage() {
  usePage(texts.title);
  const currency = useCurrency();
  return (
    <>
      <Link
        to="/dashboard/payments"
        className="mb-2 inline-flex min-h-11 items-center gap-1.5 font-semibold text-primary text-sm underline-offset-4 hover:underline [&_svg]:size-4"
      >
        <ArrowLeft aria-hidden />
        {texts.payments}
      </Link>
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      <CertificateList currency={currency} />
    </>
  );
}
