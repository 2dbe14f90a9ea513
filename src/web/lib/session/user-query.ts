import { queryOptions } from '@tanstack/react-query';
import { identity } from '#contract/identity.ts';
import { call } from '../api.ts';
import { saveUser } from './session.ts';

/** Who is signed in, as the server knows it; what the browser remembers is brought up to date. */
export const sessionQuery = queryOptions({
  queryKey: ['identity.session'],
  queryFn: async ({ signal }) => {
    const { data } = await call(identity.session, {}, { signal });
    saveUser(data.user);
    return data.user;
  },
});
