import { endpoint } from './endpoint.ts';
import { currencyParams, empty } from './wire.ts';

/** The assistant is not part of this release: both calls answer 501 in the usual envelope. */
export const assistant = {
  conversation: endpoint({
    method: 'POST',
    path: '/api/:currency/aiagent/conversation',
    summary: 'Talk to the assistant',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    response: empty,
  }),
  thread: endpoint({
    method: 'GET',
    path: '/api/:currency/aiagent/conversation/thread',
    summary: 'The conversation so far',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    response: empty,
  }),
};
