import type { ReminderSettings } from '#contract/reminders.ts';
import { addDays, type CalendarDate, dateIn } from '#core/dates.ts';
import { type Currency, minor } from '#core/money.ts';
import type { Db } from '#server/kernel/db.ts';
import { businessForDocument } from '#server/modules/business/queries.ts';
import { render } from '#server/modules/notifications/rules/email.ts';
import { whatsappText } from '#server/modules/notifications/rules/whatsapp.ts';
import { stepsOf } from '../rules/plan.ts';
import { stepTemplate } from '../rules/step-template.ts';

type PreviewRequest = { businessId: string; currency: Currency; now: Date; publicUrl: string };

const LATER_DAYS = 7;
const EXAMPLE = { customerName: 'Mrs Bello', number: 'INV-0042', money: minor(4_500_000) };

/** When an invoice that is due in a week would be reminded of by these settings, and what each message says. */
export async function previewOf(
  db: Db,
  { businessId, currency, now, publicUrl }: PreviewRequest,
  settings: ReminderSettings,
): Promise<{ dueDate: CalendarDate; steps: PreviewStep[] }> {
  const business = await businessForDocument(db, businessId);
  const zone = business.timeZone;
  const due = addDays(dateIn(now, zone), LATER_DAYS);
  const sampleFacts = {
    business,
    due,
    currency,
    title: '',
    customerName: EXAMPLE.customerName,
    number: EXAMPLE.number,
    total: EXAMPLE.money,
    balance: EXAMPLE.money,
    payUrl: `${publicUrl}/pay/example`,
  };
  const steps = stepsOf({ ...settings, zone }, { due, promise: null, revision: 1 });
  return {
    dueDate: due,
    steps: steps.map(({ step, day, at }) => {
      const { template, facts } = stepTemplate({ step, day }, sampleFacts, {
        now: at,
        zone,
        language: settings.language,
      });
      const { subject, text } = render(template, facts);
      return { days: Number(step), at, subject, body: text, whatsapp: whatsappText(template, facts).body };
    }),
  };
}

type PreviewStep = { days: number; at: Date; subject: string; body: string; whatsapp: string };
