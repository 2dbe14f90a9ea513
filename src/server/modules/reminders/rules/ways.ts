/** How a customer can be reached, as far as it is known. */
export type Reach = {
  email: string;
  /** Suppressed by the customer, or bounced. */
  emailClosed: boolean;
  /** International digits, or ''. */
  number: string;
  whatsappClosed: boolean;
  /** The service sends by WhatsApp, and the customer agreed to it. */
  whatsappOpen: boolean;
};

export type Way = 'email' | 'whatsapp';

/** Channel the service sends by; null when only the owner can send. */
export function automaticWay(reach: Reach, chosen: { email: boolean; whatsapp: boolean }): Way | null {
  if (chosen.whatsapp && reach.whatsappOpen && !reach.whatsappClosed && reach.number !== '')
    return 'whatsapp';
  return chosen.email && reach.email !== '' && !reach.emailClosed ? 'email' : null;
}

/** Channels an owner can send by: own WhatsApp, which asks for the contact without a number, and e-mail. */
export const ownWays = (reach: Reach): Way[] => [
  ...(reach.whatsappClosed ? [] : (['whatsapp'] as const)),
  ...(reach.email === '' || reach.emailClosed ? [] : (['email'] as const)),
];
