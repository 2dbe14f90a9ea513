import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { dateIn, systemClock } from '#core/dates.ts';
import { ExportButton } from '#web/lib/files/export-button.tsx';
import { PageHeader } from '#web/lib/navigation/page-header.tsx';
import { usePage } from '#web/lib/navigation/page.ts';
import { useUrlState } from '#web/lib/navigation/url-state.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Select } from '#web/ui/select.tsx';
import { saveReport } from './api.ts';
import { CertificateList } from './list.tsx';
import { texts } from './texts.ts';

/** The first year of the rates in force. */
const FIRST_YEAR = 2025;

export function CertificatesPage() {
  usePage(texts.title);
  const currency = useCurrency();
  const [url, setUrl] = useUrlState({ year: '' });
  const years = yearsUntil(Number(dateIn(systemClock()).slice(0, 4)));
  const year = years.find((one) => String(one) === url.year);
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
        <Select
          label={texts.year}
          value={year ? String(year) : ''}
          onChange={(next) => setUrl({ year: next })}
          options={[
            { value: '', label: texts.allYears },
            ...years.map((one) => ({ value: String(one), label: String(one) })),
          ]}
          className="w-32"
        />
        <ExportButton label={texts.report} onSave={(format) => saveReport(currency, year, format)} />
      </PageHeader>
      <CertificateList key={year} currency={currency} year={year} />
    </>
  );
}

/** The years tax may have been kept for, the last one first. */
const yearsUntil = (last: number): number[] =>
  Array.from({ length: last - FIRST_YEAR + 1 }, (_, at) => last - at);
