import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateIn, DEFAULT_ZONE, formatDate, hourIn, isCalendarDate, timeIn } from './dates.ts';

// The platform's own formatters are the oracle of what is reckoned without them.
const parts = (zone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
const short = (withYear: boolean) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    ...(withYear ? { year: 'numeric' } : {}),
  });

test.each([DEFAULT_ZONE, 'UTC', 'America/New_York'])(
  'day, hour and time in %s are the platform’s',
  (zone) => {
    const clock = parts(zone);
    const instants = fc.date({
      min: new Date('1920-01-01'),
      max: new Date('2500-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, (instant) => {
        const found = Object.fromEntries(
          clock.formatToParts(instant).map(({ type, value }) => [type, value]),
        );
        expect(dateIn(instant, zone)).toBe(`${found.year}-${found.month}-${found.day}`);
        expect(timeIn(instant, zone)).toBe(`${found.hour}:${found.minute}`);
        expect(hourIn(instant, zone)).toBe(Number(found.hour));
      }),
    );
  },
);

test('a date in English reads as the platform writes it', () => {
  const days = fc.date({ min: new Date('1920-01-01'), max: new Date('2500-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(days, fc.boolean(), (instant, withYear) => {
      const day = instant.toISOString().slice(0, 10);
      expect(formatDate(day, 'en', withYear)).toBe(short(withYear).format(new Date(`${day}T00:00:00Z`)));
      expect(formatDate(day, 'pcm', withYear)).toBe(formatDate(day, 'en', withYear));
    }),
  );
});

test('a day of the calendar is one that the platform reads and writes as it was', () => {
  const two = (most: number) => fc.integer({ min: 0, max: most }).map((n) => String(n).padStart(2, '0'));
  const year = fc.constantFrom('0000', '0001', '0099', '1900', '2000', '2023', '2024', '2100', '9999');
  fc.assert(
    fc.property(
      fc.oneof(
        year,
        two(99).map((n) => `20${n}`),
      ),
      two(14),
      two(33),
      (...written) => {
        const day = written.join('-');
        const time = Date.parse(`${day}T00:00:00Z`);
        const same = Number.isFinite(time) && new Date(time).toISOString().slice(0, 10) === day;
        expect(isCalendarDate(day), day).toBe(same);
      },
    ),
    {
      numRuns: 1_000,
      examples: [
        ['2024', '02', '29'],
        ['2100', '02', '29'],
        ['2000', '02', '30'],
        ['2026', '00', '01'],
      ],
    },
  );
});
