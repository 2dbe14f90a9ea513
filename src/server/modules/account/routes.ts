import type { account } from '#contract/account.ts';
import { dateIn, formatLongDate } from '#core/dates.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { exportData, requestAccountDeletion } from './flows/lifecycle.ts';

/** Account routes that read all stored data; the others belong to the identity module. */
export const routes: Pick<Handlers<typeof account>, 'exportData' | 'requestDeletion'> = {
  exportData: (scope) => exportData(scope),
  requestDeletion: async (scope, { body }) => {
    const deletedAt = await requestAccountDeletion(scope, body);
    return {
      message: `Your account will be deleted on ${formatLongDate(dateIn(deletedAt))}. Log in before then to keep it`,
      data: { deletedAt },
    };
  },
};
