const KEY = /^[a-z0-9_-]+(\/[a-z0-9_-]+)*$/;
const MAX_LENGTH = 400;

/** Whether a text can be the key of a file: lower-case letters, digits, `_` and `-`, in parts split by `/`. */
export const isFileKey = (text: string): boolean => text.length <= MAX_LENGTH && KEY.test(text);

/** Prefix of every key: each file belongs to a business. So a bucket may hold other objects beside ours. */
export const FIRST_PART = 'biz_';
