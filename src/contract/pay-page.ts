/** Texts of the pay page's script, handed to it by the page in its reader's language. */
export type PayScriptTexts = Record<
  | 'copied'
  | 'notCopied'
  | 'copyFailed'
  | 'linkCopied'
  | 'linkOnClipboard'
  | 'linkCopyFailed'
  | 'fiveMinutesLeft'
  | 'oneMinuteLeft'
  | 'accountExpired'
  | 'linkGone'
  | 'cancelled'
  | 'received'
  | 'partReceived'
  | 'amountChanged'
  | 'freshAccount',
  string
>;
