import { queryOptions } from '@tanstack/react-query';
import { identity } from '#contract/identity.ts';
import { call } from '../api.ts';
import { saveUser } from './session.ts';

/** The signed-in user as the server knows it; updates the copy stored in the browser. */
export const sessionQuery = queryOptions({
  queryKey: ['identity.session'],
  queryFn: async ({ signal }) => {
    const { data } = await call(identity.session, {}, { signal });
    saveUser(data.user);
    return data.user;
  },
});
