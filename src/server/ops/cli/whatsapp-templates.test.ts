import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startWhatsAppSimulator } from '../../../../tests/simulators/whatsapp/index.ts';

const run = promisify(execFile);
const command = (env: Record<string, string>) =>
  run(process.execPath, ['src/server/ops/cli/whatsapp-templates.ts'], {
    env: { DATA_DIR: tmpdir(), ...env },
  });

test('the command hands every template in and tells how far each one is, or why it cannot', async () => {
  const there = await startWhatsAppSimulator(() => new Date());
  onTestFinished(() => there.close());
  const env = { ...there.settings, PUBLIC_URL: 'https://duewell.example' };
  there.reviewAs('PENDING');
  const [done, refused, unset] = await Promise.allSettled([
    command(env),
    command({ ...env, WHATSAPP_TOKEN: 'another' }),
    command({ PUBLIC_URL: env.PUBLIC_URL }),
  ]);
  expect(done).toMatchObject({ status: 'fulfilled', value: { stderr: '' } });
  expect(JSON.stringify(done)).toContain(`0 of ${there.templates.length} are approved.`);
  expect(there.templates.map(({ status }) => status)).toContain('PENDING');
  expect(refused).toMatchObject({
    reason: { code: 1, stdout: expect.stringContaining('not taken: WhatsApp does not accept our access') },
  });
  expect(unset).toMatchObject({ reason: { code: 2, stderr: expect.stringContaining('PUBLIC_URL') } });
});
