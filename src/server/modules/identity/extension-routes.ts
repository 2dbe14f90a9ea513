import type { extension } from '#contract/extension.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { connectExtension, exchangeExtensionCode, requireExtension } from './flows/extension.ts';
import { presentUser } from './present.ts';

export const routes: Handlers<typeof extension> = {
  asking: async (scope, { query }) => ({
    data: { browser: requireExtension(scope, query.redirectUri).browser },
  }),
  connect: async (scope, { body }) => ({ data: { redirect: await connectExtension(scope, body) } }),
  exchange: async (scope, { body }) => {
    const { account, token } = await exchangeExtensionCode(scope, body);
    return { message: 'Connected', token, user: presentUser(account) };
  },
};
