import { texts as shared } from '../texts.ts';

export const texts = {
  ...shared,
  notifications: {
    title: 'Notifications',
    subtitle: 'What we tell you, and where.',
    failed: 'Your choices could not be read.',
    saveFailed: 'Failed to save your choice. Please try again.',
    news: 'Notifications',
    ways: 'Alerts come to devices switched on below, WhatsApp to the phone you linked.',
    channels: { email: 'Email', screen: 'On screen', push: 'Alert', whatsapp: 'WhatsApp' },
    event: 'Event',
    events: {
      payment_received: 'Payment received',
      payment_refunded: 'Payment refunded',
      withdrawal_finished: 'Withdrawal finished',
      invoice_overdue: 'Invoice overdue',
      quote_answered: 'Quote answered',
      message_failed: 'Message did not arrive',
      weekly_summary: 'Your week',
    },
    eventTexts: {
      payment_received: 'A customer paid, in whole or in part.',
      payment_refunded: 'A customer was refunded.',
      withdrawal_finished: 'The bank has the money, or sent it back.',
      invoice_overdue: 'The due date passed and it is not paid.',
      quote_answered: 'A customer said yes, said no, or asked you something.',
      message_failed: 'A customer could not be reached.',
      weekly_summary: 'On Monday mornings: what came in, what is open, whom to chase.',
    },
    one: (event: string, channel: string) => `${event}: ${channel}`,
    always:
      'Messages about the safety of your account are always sent: new sign-ins, PIN, password and payout account.',
    alerts: 'Alerts',
    alertsText: 'On this device, even while Duewell is closed.',
    alertsLabel: 'Show alerts on this device',
    alertsBlocked:
      'Alerts are blocked for this site. Allow them in the settings of your browser, then try again.',
    alertsUnsupported: 'This browser shows no alerts. On an iPhone, add Duewell to the home screen first.',
    alertsFailed: 'Alerts could not be switched on. Please try again.',
    sound: 'Sound',
    soundText: 'In this browser.',
    soundLabel: 'Play a sound when money arrives',
    soundTry: 'Listen',
  },
};
