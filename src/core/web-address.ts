const ADDRESS =
  /(?:https?:|www\.)|[\p{L}\p{N}-]\.(?:com|net|org|ng|io|co|info|biz|xyz|app|link|ly|me|shop|site|online|store|top|click|africa)(?![\p{L}\p{N}])/iu;

/** Whether a text holds what a mail program makes a link of. */
export const holdsWebAddress = (text: string): boolean => ADDRESS.test(text.normalize('NFKC'));
