import type { LanguageModel, Ports } from '#server/kernel/ports/index.ts';
import type { Mailer } from '#server/kernel/ports/messaging.ts';
import { canaries } from './canary.ts';

/** The ports of a test's service, with what goes out through them taken down. */
export const listeningPorts = (ports: Ports): Ports => ({
  ...ports,
  // A test may change meanwhile which providers are connected.
  get payments() {
    return ports.payments;
  },
  mailer: heardMailer(ports.mailer),
  model: ports.model && heardModel(ports.model),
});

const heardMailer = (mailer: Mailer): Mailer => ({
  ...mailer,
  send: (mail) => {
    const { subject, text, html } = mail;
    canaries.note('mail', `${subject}\n${text}\n${html}`, `the mail "${subject}"`);
    return mailer.send(mail);
  },
});

const prompt = (said: unknown) => canaries.note('prompt', JSON.stringify(said) ?? '', 'a prompt');

const heardModel = (model: LanguageModel): LanguageModel => ({
  ...model,
  converse: (request) => {
    const { instructions, messages } = request;
    prompt([instructions, messages]);
    const tools = request.tools.map((tool) => ({
      ...tool,
      run: async (input: unknown) => {
        const told = await tool.run(input);
        prompt(told);
        return told;
      },
    }));
    return model.converse({ ...request, tools });
  },
  extract: (request) => {
    prompt(request.instructions);
    return model.extract(request);
  },
});
