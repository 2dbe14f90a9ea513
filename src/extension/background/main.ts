import { type Captured, review } from '../lib/captured.ts';
import { connect } from '../lib/connect.ts';
import { readConnection } from '../lib/kept.ts';
import { isAsking } from '../lib/message.ts';
import { watch } from '../lib/news.ts';
import { takePicture, takeSelection } from '../lib/take.ts';
import { texts } from '../lib/texts.ts';
import { extension, type MenuPress, type Tab } from '../lib/web-extension.ts';

const ALARM = 'money';
const EVERY_MINUTES = 3;
const NO_TEXT: Captured = { kind: 'unread', reason: 'text' };

const { contextMenus, alarms, runtime } = extension;

/** Handles the context menu on a selection or picture. */
async function fromMenu(press: MenuPress, tab: Tab | undefined): Promise<void> {
  const chosen =
    press.menuItemId === 'image'
      ? await takePicture(press, tab ?? {})
      : await takeSelection(tab ?? {}, press.selectionText, press.frameId);
  await review(chosen ?? NO_TEXT, tab);
}

async function fromKeys(tab: Tab | undefined): Promise<void> {
  const [active] = tab ? [tab] : await extension.tabs.query({ active: true, currentWindow: true });
  await review((await takeSelection(active ?? {})) ?? NO_TEXT, active);
}

async function begin(): Promise<void> {
  await contextMenus.removeAll();
  contextMenus.create({ id: 'selection', title: texts.menu.selection, contexts: ['selection'] });
  contextMenus.create({ id: 'image', title: texts.menu.image, contexts: ['image'] });
  await keepWatch();
}

async function keepWatch(): Promise<void> {
  if (await readConnection())
    alarms.create(ALARM, { delayInMinutes: EVERY_MINUTES, periodInMinutes: EVERY_MINUTES });
  else await alarms.clear(ALARM);
  await watch();
}

runtime.onInstalled.addListener(() => void begin());
runtime.onStartup.addListener(() => void begin());
contextMenus.onClicked.addListener((press, tab) => void fromMenu(press, tab));
extension.commands.onCommand.addListener((name, tab) => {
  if (name === 'make-invoice') void fromKeys(tab);
});
alarms.onAlarm.addListener(({ name }) => {
  if (name === ALARM) void watch();
});
extension.notifications?.onClicked.addListener(() => void openPayments());
// The popup closes when the window of the service opens, so the connecting is done here.
runtime.onMessage.addListener((message, _, answer) => {
  if (!isAsking(message)) return undefined;
  const work = { connect: () => connectAndWatch(), watch: () => keepWatch() }[message.do];
  void work().then(answer);
  return true;
});

async function connectAndWatch() {
  const connected = await connect();
  await keepWatch();
  return connected;
}

async function openPayments(): Promise<void> {
  const connection = await readConnection();
  if (connection) await extension.tabs.create({ url: `${connection.address}/dashboard/payments` });
}
