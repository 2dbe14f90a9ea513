import type { batch } from '#contract/batch.ts';
import type { Handlers } from './endpoints.ts';

export const batchHandlers: Handlers<typeof batch> = {
  read: async (scope, { body }, raw) => {
    // Before the reads: what changes during them is told twice rather than never.
    const lastEventId = scope.live.lastEventId();
    const answers = await raw.readAll(body.reads);
    return {
      lastEventId,
      data: await Promise.all(
        answers.map(async (answer) => ({ status: answer.status, body: await answer.json() })),
      ),
    };
  },
};
