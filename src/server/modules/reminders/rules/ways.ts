/** How a customer can be reached, as far as it is known. */
export type Reach = {
  email: string;
  /** The customer asked for no more, or the address refuses mail. */
  emailClosed: boolean;
  /** International digits, or ''. */
  number: string;
  whatsappClosed: boolean;
  /** The service sends by WhatsApp, and the customer agreed to it. */
  whatsappOpen: boolean;
};

export type Way = 'email' | 'whatsapp';

/** By which way the service itself sends; null where only the owner can. */
export function automaticWay(reach: Reach, chosen: { email: boolean; whatsapp: boolean }): Way | null {
  if (chosen.whatsapp && reach.whatsappOpen && !reach.whatsappClosed && reach.number !== '')
    return 'whatsapp';
  return chosen.email && reach.email !== '' && !reach.emailClosed ? 'email' : null;
}

/** By which ways an owner can send: the own WhatsApp, which asks for the person where no number is known, and e-mail. */
export const ownWays = (reach: Reach): Way[] => [
  ...(reach.whatsappClosed ? [] : (['whatsapp'] as const)),
  ...(reach.email === '' || reach.emailClosed ? [] : (['email'] as const)),
];
