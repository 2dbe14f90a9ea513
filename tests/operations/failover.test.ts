import { expect, test } from 'vitest';
import { playFailover } from '../../scripts/drill/failover/drill.ts';
import { primaryDies } from '../../scripts/drill/failover/faults.ts';
import { missingPrograms } from '../../scripts/drill/failover/machines.ts';
import { isLong } from '../length.ts';

// One round of `npm run drill -- --failover`, where its programs are.
test.skipIf(!isLong || missingPrograms().length > 0)(
  'a primary that dies takes nothing acknowledged with it',
  async () => {
    const { rounds, problems } = await playFailover({ rounds: 1, seed: 7, only: primaryDies.name }, () => {});
    expect(problems).toEqual([]);
    expect(rounds).toMatchObject([{ lost: 0, doubled: 0, kept: rounds[0]?.streams }]);
  },
);
