import type { webhooks } from '#contract/webhooks.ts';
import { AppError, notFound } from '#core/errors.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { providerByName } from '#server/kernel/providers.ts';
import { storeWebhook } from './commands.ts';

export const routes: Handlers<typeof webhooks> = {
  notice: async (scope, { params }, raw) => {
    const provider = providerByName(scope.ports.payments, params.provider);
    if (!provider) throw notFound('provider');
    const event = provider.parseWebhook(raw.bytes, raw.headers);
    if (!event) throw new AppError('invalid_token', 'The signature does not match');
    const status = await scope.transactAsSystem((ctx) =>
      storeWebhook(ctx, provider.name, event, Buffer.from(raw.bytes).toString('utf8')),
    );
    return { message: status, data: null };
  },
};
