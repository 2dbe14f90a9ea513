import type { batch } from '#contract/batch.ts';
import type { Handlers } from './endpoints.ts';

export const batchHandlers: Handlers<typeof batch> = {
  read: async (_scope, { body }, raw) => {
    const answers = await raw.readAll(body.reads);
    return {
      data: await Promise.all(
        answers.map(async (answer) => ({ status: answer.status, body: await answer.json() })),
      ),
    };
  },
};
