import type { LanguageModel } from '#server/kernel/ports/index.ts';
import type { Ports } from '#server/kernel/scope.ts';
import type { Mailer } from '#server/kernel/ports/messaging.ts';
import { canaries } from './canary.ts';

/** The ports of a test's service, with what goes out through them taken down. */
export const recordingPorts = (ports: Ports): Ports => ({
  ...ports,
  // A test may change meanwhile which providers are connected.
  get payments() {
    return ports.payments;
  },
  mailer: recordingMailer(ports.mailer),
  model: ports.model && recordingModel(ports.model),
});

const recordingMailer = (mailer: Mailer): Mailer => ({
  ...mailer,
  send: (mail) => {
    const { subject, text, html } = mail;
    canaries.note('mail', `${subject}\n${text}\n${html}`, `the mail "${subject}"`);
    return mailer.send(mail);
  },
});

const prompt = (content: unknown) => canaries.note('prompt', JSON.stringify(content) ?? '', 'a prompt');

const recordingModel = (model: LanguageModel): LanguageModel => ({
  ...model,
  converse: (request) => {
    const { instructions, messages } = request;
    prompt([instructions, messages]);
    const tools = request.tools.map((tool) => ({
      ...tool,
      run: async (input: unknown) => {
        const output = await tool.run(input);
        prompt(output);
        return output;
      },
    }));
    return model.converse({ ...request, tools });
  },
  extract: (request) => {
    prompt(request.instructions);
    return model.extract(request);
  },
});
