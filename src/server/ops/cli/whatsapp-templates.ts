import { outgoingTo } from '#server/adapters/shared/outgoing.ts';
import { createWhatsApp } from '#server/adapters/whatsapp-cloud/index.ts';
import { readConfig } from '#server/config/config.ts';
import { endPlainly } from '#server/config/startup-errors.ts';
import { whatsappTemplates } from '#server/modules/notifications/rules/whatsapp.ts';

// Submits every template of ours for approval and prints the status of each. Safe to repeat: existing ones
// are unchanged. Exits with 1 when one was rejected, with 2 when the settings do not suffice.
endPlainly();
const config = readConfig();
if (config.whatsapp && config.publicUrl) await handIn(config.whatsapp, config.publicUrl);
else {
  console.error(
    'Set WHATSAPP_… and PUBLIC_URL, where the buttons of the templates lead. The README says how',
  );
  process.exitCode = 2;
}

async function handIn(keys: NonNullable<typeof config.whatsapp>, publicUrl: string): Promise<void> {
  const whatsapp = createWhatsApp({ ...keys, fetch: outgoingTo(keys.baseUrl, config) });
  const templates = whatsappTemplates(publicUrl);
  const widest = Math.max(...templates.map(({ name }) => name.length));
  let approved = 0;
  for (const template of templates) {
    const told = await whatsapp.submitTemplate(template);
    if (!told.ok) process.exitCode = 1;
    if (told.ok && told.status === 'APPROVED') approved += 1;
    console.log(
      `${template.name.padEnd(widest)}  ${template.language}  ${told.ok ? told.status : `not taken: ${told.reason}`}`,
    );
  }
  console.log(`${approved} of ${templates.length} are approved.`);
}
