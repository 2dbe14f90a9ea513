import type { WhatsAppTemplate } from '#server/kernel/ports/messaging.ts';
import type { FaultPlan } from '../faults.ts';
import { type Call, type Reply, serve } from '../serve.ts';
import type { SimWebhook } from '../simulator.ts';
import { refuse } from './errors.ts';
import { download, fillUpload, mediaUrl, openUpload, upload } from './media.ts';
import { type Phone, phoneOf } from './phone.ts';
import { postMessage } from './send.ts';
import {
  type Delivered,
  type HeldTemplate,
  keys,
  type Person,
  personOf,
  type SimulatorState,
} from './state.ts';
import { list, submit } from './templates.ts';
import { createWebhookQueue, type Release, sign } from './webhooks.ts';

/** WhatsApp's Cloud API of our own making, over loopback HTTP, and the phones of those who use it. */
export type WhatsAppSimulator = {
  url: string;
  /** The settings with which the service uses it. */
  settings: Record<string, string>;
  setFaults(plan: FaultPlan | null): void;
  /** The phone with this number, made when it is asked for first. */
  phone(number: string, about?: Partial<Pick<Person, 'name' | 'hidden' | 'reachable'>>): Phone;
  /** Everything that was taken, whatever became of it. */
  sent: readonly Delivered[];
  /** The next message is refused with a code of Meta's. */
  refuseNext(code: number, status?: number): void;
  /** The next message is taken, and a status tells later that it failed. */
  failNext(code: number): void;
  /** These are known and approved. */
  approve(templates: WhatsAppTemplate[]): void;
  /** Review result of templates submitted from now on (`APPROVED`), and of one by its name. */
  reviewAs(status: HeldTemplate['status'], name?: string): void;
  templates: readonly HeldTemplate[];
  /** Where webhooks are posted as they come up; null (the default) keeps them for `takeWebhooks`. */
  postTo(webhookUrl: string | null): void;
  /** Keeps what comes up until `release`, which posts it: shuffled, repeated, all in one. */
  hold(): void;
  release(how?: Release): Promise<void>;
  takeNotices(how?: Release): SimWebhook[];
  /** A webhook with a valid signature over any body: only Meta can make one. */
  sign(body: string): SimWebhook;
  /** Waits until every webhook on its way was answered. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

/** Starts one. `now` is the clock of its records and of the 24 hours. */
export async function startWhatsAppSimulator(now: () => Date): Promise<WhatsAppSimulator> {
  const post = createWebhookQueue();
  let count = 0;
  const state: SimulatorState = {
    now,
    url: () => served.url,
    people: [],
    media: new Map(),
    addresses: new Map(),
    templates: [],
    review: 'APPROVED',
    uploads: new Map(),
    handles: new Set(),
    refusals: [],
    failures: [],
    sent: [],
    next: () => (count += 1),
    notify: post.tell,
  };
  const served = await serve((call) => whyUnauthorised(call) ?? answer(state, call));
  return {
    url: served.url,
    settings: settingsFor(served.url),
    setFaults: served.setFaults,
    phone: (number, about = {}) => {
      const person = personOf(state, number);
      if (!person) throw new Error(`${number} is no number`);
      return phoneOf(state, Object.assign(person, about));
    },
    sent: state.sent,
    refuseNext: (code, status = 400) => void state.refusals.push({ code, status }),
    failNext: (code) => void state.failures.push(code),
    approve: (templates) => void state.templates.push(...templates.map((one) => approved(state, one))),
    reviewAs: (status, name) => {
      if (name === undefined) state.review = status;
      for (const held of state.templates) if (held.name === name) held.status = status;
    },
    templates: state.templates,
    postTo: post.postTo,
    hold: post.hold,
    release: post.release,
    takeNotices: post.takeNotices,
    sign,
    settled: post.settled,
    close: async () => {
      await post.settled();
      await served.close();
    },
  };
}

const settingsFor = (url: string): Record<string, string> => ({
  WHATSAPP_TOKEN: keys.token,
  WHATSAPP_PHONE_ID: keys.phoneId,
  WHATSAPP_BUSINESS_ID: keys.businessId,
  WHATSAPP_APP_SECRET: keys.appSecret,
  WHATSAPP_VERIFY_TOKEN: keys.verifyToken,
  WHATSAPP_NUMBER: keys.number,
  WHATSAPP_BASE_URL: url,
});

const approved = (state: SimulatorState, { button, ...template }: WhatsAppTemplate): HeldTemplate => ({
  ...template,
  id: String(900_000_000 + state.next()),
  url: button?.url ?? null,
  status: 'APPROVED',
});

function whyUnauthorised({ headers, path }: Call): Reply | null {
  const kind = path.includes('/upload:') ? 'OAuth' : 'Bearer';
  if (headers.get('authorization') === `${kind} ${keys.token}`) return null;
  return refuse(190, 'The token is not one of ours', 401);
}

type Route = [
  method: string,
  path: RegExp,
  answer: (state: SimulatorState, call: Call, part: string) => Reply | Promise<Reply>,
];
const routes: Route[] = [
  ['POST', new RegExp(`^/v\\d+\\.\\d+/${keys.phoneId}/messages$`), postMessage],
  ['POST', new RegExp(`^/v\\d+\\.\\d+/${keys.phoneId}/media$`), upload],
  ['POST', new RegExp(`^/v\\d+\\.\\d+/${keys.businessId}/message_templates$`), submit],
  ['GET', new RegExp(`^/v\\d+\\.\\d+/${keys.businessId}/message_templates$`), list],
  ['POST', /^\/v\d+\.\d+\/app\/uploads$/, openUpload],
  ['POST', /^\/v\d+\.\d+\/upload:[^/]+$/, fillUpload],
  ['GET', /^\/v\d+\.\d+\/(\d+)$/, mediaUrl],
  ['GET', /^\/whatsapp_business\/attachments\/$/, download],
];

function answer(state: SimulatorState, call: Call): Reply | Promise<Reply> {
  for (const [method, path, work] of routes) {
    const found = method === call.method && path.exec(call.path);
    if (found) return work(state, call, found[1] ?? '');
  }
  return refuse(100, `Unsupported ${call.method} ${call.path}`, 404, 33);
}
