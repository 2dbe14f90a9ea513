import { Link } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import { ArrowLeft, Download } from 'lucide-react';
import { toastFailure } from '#web/lib/api.ts';
import { PageHeader } from '#web/lib/navigation/page-header.tsx';
import { usePage } from '#web/lib/navigation/page.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { CertificateList } from './list.tsx';
import { texts } from './texts.ts';

export function CertificatesPage() {
  usePage(texts.title);
  const currency = useCurrency();
  const download = useMutation({
    networkMode: 'always',
    mutationFn: async () => (await import('./report.ts')).downloadReport(currency),
    onError: (error) => toastFailure(error, texts.report.failed),
  });
  return (
    <>
      <Link
        to="/dashboard/payments"
        className="mb-2 inline-flex min-h-11 items-center gap-1.5 font-semibold text-primary text-sm underline-offset-4 hover:underline [&_svg]:size-4"
      >
        <ArrowLeft aria-hidden />
        {texts.payments}
      </Link>
      <PageHeader title={texts.title} subtitle={texts.subtitle}>
        <Button variant="outline" pending={download.isPending} onClick={() => download.mutate()}>
          <Download aria-hidden />
          {texts.report.action}
        </Button>
      </PageHeader>
      <CertificateList currency={currency} />
    </>
  );
}
