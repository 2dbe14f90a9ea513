import { expect } from 'vitest';
import { api } from '#contract/index.ts';
import type { Overrides } from '#server/app.ts';
import { eventually, newOwner, type Owner, type TestApp, testApp } from '../harness.ts';
import { startWhatsAppSimulator, type WhatsAppSimulator } from '../simulators/whatsapp/index.ts';
import type { Phone } from '../simulators/whatsapp/phone.ts';
import type { Delivered } from '../simulators/whatsapp/state.ts';

export const params = { currency: 'NGN' } as const;

/** A service that talks to a WhatsApp of our own making, over HTTP both ways. */
export type Bot = { app: TestApp; sim: WhatsAppSimulator; close(): Promise<void> };

export async function startBot(env: Record<string, string> = {}, overrides: Overrides = {}): Promise<Bot> {
  let clock = () => new Date();
  const sim = await startWhatsAppSimulator(() => clock());
  const app = await testApp({ ...sim.settings, ...env }, { sweeps: false, ...overrides });
  clock = () => app.config.clock();
  sim.postTo(`${app.url}/api/webhooks/whatsapp`);
  return {
    app,
    sim,
    close: async () => {
      await sim.close();
      await app.close();
    },
  };
}

let numbers = 0;
/** A Nigerian number nobody has yet, as WhatsApp writes it. */
export const freshNumber = (): string => `23480${String(30_000_000 + ++numbers)}`;

/** Messages that arrive at a phone after it did something, once nothing more of it is being worked on. */
export async function answerTo(bot: Bot, phone: Phone, work: () => Promise<unknown>): Promise<Delivered[]> {
  const before = phone.inbox.length;
  await work();
  await quiet(bot);
  return phone.inbox.slice(before);
}

/** Waits until everything that was written is answered. */
export async function quiet({ app, sim }: Bot): Promise<void> {
  await sim.settled();
  await eventually(async () => {
    const open = await app.store.db
      .selectFrom('whatsapp_notices')
      .select('id')
      .where('about', '=', 'message')
      .where('state', '<>', 'done')
      .execute();
    return open.length === 0;
  });
}

export const code = async (owner: Owner) => (await owner.call(api.whatsapp.code, { params })).data;

/** An owner with a linked phone. */
export async function linkedOwner(
  bot: Bot,
  options: { name?: string } = {},
): Promise<{ owner: Owner; phone: Phone }> {
  const owner = await newOwner(bot.app, options);
  const phone = bot.sim.phone(freshNumber());
  const [reply] = await answerTo(bot, phone, async () => phone.says(`link ${(await code(owner)).code}`));
  expect(reply?.text).toMatch(/speaks for/);
  return { owner, phone };
}

/** Every message that went out keeps to what a phone shows, and can be answered in words. */
export function expectFit(messages: readonly Delivered[]): void {
  for (const { text, buttons, rows } of messages) {
    expect(text.length).toBeLessThanOrEqual(1024);
    expect(buttons.length).toBeLessThanOrEqual(3);
    expect(rows.length).toBeLessThanOrEqual(10);
    for (const { title } of buttons) expect(title.length).toBeLessThanOrEqual(20);
    for (const { title, description = '' } of rows) {
      expect(title.length).toBeLessThanOrEqual(24);
      expect(description.length).toBeLessThanOrEqual(72);
    }
    if (buttons.length + rows.length > 0) expect(text).toMatch(/or answer/);
  }
}
