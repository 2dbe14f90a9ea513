import { counted } from '#core/english.ts';

/** UI texts of sending and reminding. */
export const deliveryTexts = {
  sent: 'Invoice sent successfully',
  sendFailed: 'Failed to send invoice. Please try again.',
  sendInWhatsapp: 'The message is ready in WhatsApp. Press send there.',
  reminded: 'Reminder sent successfully',
  remindFailed: 'Failed to send reminder. Please try again.',
} as const;

/** UI texts of invoices that wait for payment. */
export const owedTexts = {
  list: 'Longest waiting',
  since: (late: number) =>
    late === 0
      ? 'Due today'
      : late < 0
        ? `Due in ${counted(-late, 'day')}`
        : `${counted(late, 'day')} overdue`,
  remind: 'Remind',
  remindOne: (name: string) => `Remind ${name}`,
  reminded: 'Reminded',
} as const;
