// npm run scale-plan [-- --service-ms 1.9 --database-ms 3.7 --bytes 4300]: what so many businesses need a month, from what a call
// and an invoice were measured to cost (npm run load) and what a business does and things cost, which is assumed here.
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    /** Processor milliseconds a call of the mix takes of the service and of the database, on the machine measured. */
    'service-ms': { type: 'string', default: '1.9' },
    'database-ms': { type: 'string', default: '3.7' },
    /** Bytes stored for an invoice, with its dependent rows and indexes. */
    bytes: { type: 'string', default: '4300' },
  },
});
const measured = {
  serviceMs: Number(values['service-ms']),
  databaseMs: Number(values['database-ms']),
  bytes: Number(values.bytes),
};

/** Unknown inputs, from a cheap to an expensive estimate. */
const cases = ['low', 'usual', 'high'] as const;
type Case = (typeof cases)[number];
type Range = Record<Case, number>;
const range = (low: number, usual: number, high: number): Range => ({ low, usual, high });

/** A business and month. */
const habits = {
  invoices: range(12, 30, 80),
  calls: range(300, 900, 2_500),
  mails: range(30, 80, 200),
  filesMb: range(0.3, 1, 4),
  trafficMb: range(6, 20, 60),
};
/** How much the busiest minute is above the month's average: mornings, month's end, market days. */
const PEAK = range(4, 8, 15);
/** US dollars, of large and small hosts, without a discount for a promise of years. */
const prices = {
  core: range(6, 15, 35),
  diskGb: range(0.05, 0.12, 0.25),
  objectGb: range(0.006, 0.02, 0.03),
  thousandMails: range(0.1, 0.3, 1),
  trafficGb: range(0.005, 0.03, 0.09),
};

const SECONDS = 30 * 86_400;
/** Processors stand half idle at the peak: one of two may be lost, and a backup runs. */
const FILLED = 0.5;
const MONTHS_KEPT = 24;
const COPIES = 2;
const LEAST_CORES = 2;

function needs(businesses: number, at: Case) {
  const peak = ((businesses * habits.calls[at]) / SECONDS) * PEAK[at];
  const cores = (milliseconds: number) =>
    Math.max(LEAST_CORES, Math.ceil((peak * milliseconds) / 1_000 / FILLED));
  const service = cores(measured.serviceMs);
  const database = cores(measured.databaseMs);
  const diskGb = (businesses * habits.invoices[at] * MONTHS_KEPT * measured.bytes) / 2 ** 30;
  const objectGb = (businesses * habits.filesMb[at] * MONTHS_KEPT) / 1_024 + diskGb;
  const dollars =
    (service + database * COPIES) * prices.core[at] +
    diskGb * COPIES * prices.diskGb[at] +
    objectGb * prices.objectGb[at] +
    ((businesses * habits.mails[at]) / 1_000) * prices.thousandMails[at] +
    ((businesses * habits.trafficMb[at]) / 1_024) * prices.trafficGb[at];
  return { peak, service, database, diskGb, dollars };
}

const formatInteger = (value: number) => Math.round(value).toLocaleString('en');
const gigabytes = (value: number) =>
  value < 1_024 ? `${formatInteger(Math.max(1, value))} GB` : `${(value / 1_024).toFixed(1)} TB`;
const formatRange = (of: (at: Case) => string) => cases.map(of).join(' / ');

console.log(
  '| businesses | calls a second at the peak | processors, service | processors, database | records after two years | dollars a month | cents a business |',
);
console.log('|--:|--:|--:|--:|--:|--:|--:|');
for (const businesses of [1_000, 10_000, 100_000, 1_000_000]) {
  const of = {
    low: needs(businesses, 'low'),
    usual: needs(businesses, 'usual'),
    high: needs(businesses, 'high'),
  };
  const cells = [
    formatInteger(businesses),
    formatRange((at) => formatInteger(of[at].peak)),
    formatRange((at) => formatInteger(of[at].service)),
    formatRange((at) => formatInteger(of[at].database)),
    formatRange((at) => gigabytes(of[at].diskGb)),
    formatRange((at) => formatInteger(of[at].dollars)),
    formatRange((at) => ((of[at].dollars * 100) / businesses).toFixed(1)),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
