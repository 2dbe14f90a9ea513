// npm run email-previews -- [folder] [language]: writes every email template as an HTML file with its
// text version beside it. Images are embedded.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languageCodes } from '#core/languages.ts';
import { clothBandImage } from '#server/modules/notifications/cloth-band.ts';
import {
  type EmailTemplateName,
  emailTemplateNames,
  render,
} from '#server/modules/notifications/rules/email.ts';
import { samples } from '#server/modules/notifications/templates/testing.ts';

const [folder = 'dist/email-previews', language = 'en'] = process.argv.slice(2);
const isLanguage = (code: string): code is Language => languageCodes.some((one) => one === code);

async function writePreview<L extends EmailTemplateName>(letter: L, language: Language): Promise<string[]> {
  const given = { business: 'Okafor Kitchen & Events', customer: 'Adaeze', title: 'Catering', language };
  return Promise.all(
    samples(given)[letter].map(async (facts, at) => {
      const { subject, html, text, band } = render(letter, facts);
      const name = `${letter}${at > 0 ? `-${at + 1}` : ''}`;
      const picture = band && (await clothBandImage(band));
      const cloth = picture ? Buffer.from(picture.content).toString('base64') : '';
      writeFileSync(
        join(folder, `${name}.html`),
        html.replace(/cid:[\w@.]+/, `data:image/png;base64,${cloth}`),
      );
      writeFileSync(join(folder, `${name}.txt`), `Subject: ${subject}\n\n${text}`);
      return name;
    }),
  );
}

if (!isLanguage(language)) {
  console.error(`No such language: ${language}. There are ${languageCodes.join(', ')}.`);
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
const written = (
  await Promise.all(emailTemplateNames().map((letter) => writePreview(letter, language)))
).flat();
console.log(`${written.length} email previews are in ${folder}`);
