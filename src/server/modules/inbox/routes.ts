import type { inbox } from '#contract/inbox.ts';
import { AppError, notFound } from '#core/errors.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { providerNamed } from '#server/kernel/providers.ts';
import { receiveNotice } from './commands.ts';

export const routes: Handlers<typeof inbox> = {
  notice: async (scope, { params }, raw) => {
    const provider = providerNamed(scope.ports.payments, params.provider);
    if (!provider) throw notFound('provider');
    const notice = provider.readNotice(raw.bytes, raw.headers);
    if (!notice) throw new AppError('invalid_token', 'The signature does not match');
    const kept = await scope.transactAsSystem((ctx) =>
      receiveNotice(ctx, provider.name, notice, Buffer.from(raw.bytes).toString('utf8')),
    );
    return { message: kept, data: null };
  },
};
