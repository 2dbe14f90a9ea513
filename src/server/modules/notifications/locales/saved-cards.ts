type Letter = { subject: string; heading: string; body: string };

/** Why a card was not charged, inside a sentence. */
export type CardReason = 'funds' | 'declined' | 'issuer' | 'card' | 'holder' | 'lost';

/** Texts about saved cards; `{names}` are `business`, `plan`, `cap`, `rhythm`, `amount`, `day`, `number`, `last4`, `reason`. */
export type SavedCardTexts = {
  /** The words a customer agrees to; kept as they were read. */
  consent: string;
  rhythm: { week: string; weeks: string; month: string; months: string; days: string };
  /** Stands for a repeating invoice without a title. */
  invoices: string;
  /** On the pay page: what is offered, its button, what follows once it is agreed to, and where it is not ticked. */
  offer: { title: string; button: string; agreed: string; tick: string };
  stop: string;
  saved: Letter;
  ahead: Letter & { before: string };
  /** A charge that was told of and is not made; `open` where its invoice is still to be paid. */
  off: Letter & { open: string };
  /** On the pay page while a charge has no answer. */
  underWay: string;
  notCharged: Letter & { again: string; last: string; other: string };
  reasons: Record<CardReason, string>;
  stopped: Letter;
  /** The page of the link that stops a card, and the list on a customer's own page. */
  page: {
    heading: string;
    text: string;
    button: string;
    done: string;
    doneText: string;
    gone: string;
    goneText: string;
    list: string;
    ended: string;
  };
};
