/** The addresses of people who were erased end like this. */
const ERASED = '@erased.invalid';
const LONGEST = 254;
const ADDRESS =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

/** Whether a trimmed text is an email address: any usual local part, any final part of two or more letters. */
export function isEmailAddress(text: string): boolean {
  return text.length <= LONGEST && ADDRESS.test(text) && !/(^|[.])[.@]|[.]@/.test(text);
}

/** An address as it is shown to others: `a•••@example.com`. */
export const maskedEmail = (address: string): string =>
  address.endsWith(ERASED) ? '•••' : `${address.slice(0, 1)}•••${address.slice(address.lastIndexOf('@'))}`;
