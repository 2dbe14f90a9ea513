import { addDays, type CalendarDate } from '#core/dates.ts';

const isWeekend = (date: CalendarDate): boolean => [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());

/** The day that many working days (Monday to Friday) after another. Public holidays are not known here. */
export function workingDaysAfter(date: CalendarDate, days: number): CalendarDate {
  let day = date;
  for (let left = days; left > 0; ) {
    day = addDays(day, 1);
    if (!isWeekend(day)) left -= 1;
  }
  return day;
}
