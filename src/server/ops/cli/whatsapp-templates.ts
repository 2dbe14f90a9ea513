import { guardedFetch } from '#server/adapters/shared/guarded-fetch.ts';
import { createWhatsApp } from '#server/adapters/whatsapp-cloud/index.ts';
import { readConfig } from '#server/config/config.ts';
import { exitOnStartupError } from '#server/config/startup-errors.ts';
import { whatsappTemplates } from '#server/modules/notifications/rules/whatsapp.ts';

// Submits every template of ours for approval and prints the status of each. Safe to repeat: existing ones
// are unchanged. Exits with 1 when one was rejected, with 2 when the settings do not suffice.
exitOnStartupError();
const config = readConfig();
if (config.whatsapp && config.publicUrl) await submitTemplates(config.whatsapp, config.publicUrl);
else {
  console.error(
    'Set WHATSAPP_… and PUBLIC_URL, where the buttons of the templates lead. docs/messaging.md says how',
  );
  process.exitCode = 2;
}

async function submitTemplates(keys: NonNullable<typeof config.whatsapp>, publicUrl: string): Promise<void> {
  const whatsapp = createWhatsApp({ ...keys, fetch: guardedFetch(keys.baseUrl, config) });
  const templates = whatsappTemplates(publicUrl);
  const widest = Math.max(...templates.map(({ name }) => name.length));
  let approved = 0;
  for (const template of templates) {
    const result = await whatsapp.submitTemplate(template);
    if (!result.ok) process.exitCode = 1;
    if (result.ok && result.status === 'APPROVED') approved += 1;
    console.log(
      `${template.name.padEnd(widest)}  ${template.language}  ${result.ok ? result.status : `not taken: ${result.reason}`}`,
    );
  }
  console.log(`${approved} of ${templates.length} are approved.`);
}
