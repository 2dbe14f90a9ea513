import type { assistant } from '#contract/assistant.ts';
import { AppError } from '#core/errors.ts';
import type { Handlers } from '#server/http.ts';

const unavailable = async (): Promise<never> => {
  throw new AppError('not_implemented', 'The assistant is not available yet');
};

export const routes: Handlers<typeof assistant> = { conversation: unavailable, thread: unavailable };
