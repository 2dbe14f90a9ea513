/** How a customer can be reached, as far as it is known. */
export type Reach = {
  email: string;
  /** Suppressed by the customer, or bounced. */
  emailBlocked: boolean;
  /** International digits, or ''. */
  number: string;
  whatsappBlocked: boolean;
  /** The service sends by WhatsApp, and the customer agreed to it. */
  whatsappAllowed: boolean;
};

export type ReminderChannel = 'email' | 'whatsapp';

/** Channel the service sends by; null when only the owner can send. */
export function automaticChannel(
  reach: Reach,
  chosen: { email: boolean; whatsapp: boolean },
): ReminderChannel | null {
  if (chosen.whatsapp && reach.whatsappAllowed && !reach.whatsappBlocked && reach.number !== '')
    return 'whatsapp';
  return chosen.email && reach.email !== '' && !reach.emailBlocked ? 'email' : null;
}

/** The address of a channel. */
export const addressOf = (reach: Reach, channel: ReminderChannel): string =>
  channel === 'email' ? reach.email : reach.number;

/** Channels an owner can send by: own WhatsApp, which asks for the contact without a number, and email. */
export const ownerChannels = (reach: Reach): ReminderChannel[] => [
  ...(reach.whatsappBlocked ? [] : (['whatsapp'] as const)),
  ...(reach.email === '' || reach.emailBlocked ? [] : (['email'] as const)),
];
