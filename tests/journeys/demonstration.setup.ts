import { test } from '@playwright/test';
import { preparedFolder } from './service.ts';

test('the demonstration lives through its year', async () => {
  test.setTimeout(600_000);
  await preparedFolder('--demo');
});
