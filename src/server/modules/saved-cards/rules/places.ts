/** The page on which a card is stopped. */
export const stopUrlOf = (publicUrl: string, stopKey: string): string => `${publicUrl}/card/${stopKey}`;

/** Where a token is sealed to. */
export const tokenPlace = (businessId: string, id: string): string =>
  `saved_cards.token_sealed:${businessId}:${id}`;
