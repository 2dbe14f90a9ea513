/** The languages customers can be written to in; `name` is the language's own. */
export const languages = [
  { code: 'en', name: 'English', needsNativeReader: false },
  { code: 'pcm', name: 'Naijá (Nigerian Pidgin)', needsNativeReader: true },
  { code: 'ha', name: 'Hausa', needsNativeReader: true },
  { code: 'yo', name: 'Yorùbá', needsNativeReader: true },
  { code: 'ig', name: 'Igbo', needsNativeReader: true },
] as const;

/** BCP 47 code of a language customers can be written to in. */
export type Language = (typeof languages)[number]['code'];

/** Every `Language`, English first. */
export const languageCodes = ['en', 'pcm', 'ha', 'yo', 'ig'] as const satisfies Language[];
