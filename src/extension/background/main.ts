import { type Captured, openReview } from '../lib/capture-store.ts';
import { capturePicture, captureSelection } from '../lib/capture.ts';
import { connect } from '../lib/connect.ts';
import { isRequest } from '../lib/message.ts';
import { checkForPayments } from '../lib/payment-alerts.ts';
import { readConnection } from '../lib/storage.ts';
import { texts } from '../lib/texts.ts';
import { extension, type MenuPress, type Tab } from '../lib/web-extension.ts';

const ALARM = 'money';
const EVERY_MINUTES = 3;
const NO_SELECTION: Captured = { kind: 'unread', reason: 'text' };

const { contextMenus, alarms, runtime } = extension;

/** Handles the context menu on a selection or picture. */
async function fromMenu(press: MenuPress, tab: Tab | undefined): Promise<void> {
  const capture =
    press.menuItemId === 'image'
      ? await capturePicture(press, tab ?? {})
      : await captureSelection(tab ?? {}, press.selectionText, press.frameId);
  await openReview(capture ?? NO_SELECTION, tab);
}

async function fromKeys(tab: Tab | undefined): Promise<void> {
  const [active] = tab ? [tab] : await extension.tabs.query({ active: true, currentWindow: true });
  await openReview((await captureSelection(active ?? {})) ?? NO_SELECTION, active);
}

async function setUp(): Promise<void> {
  await contextMenus.removeAll();
  contextMenus.create({ id: 'selection', title: texts.menu.selection, contexts: ['selection'] });
  contextMenus.create({ id: 'image', title: texts.menu.image, contexts: ['image'] });
  await updateAlarm();
}

async function updateAlarm(): Promise<void> {
  if (await readConnection())
    alarms.create(ALARM, { delayInMinutes: EVERY_MINUTES, periodInMinutes: EVERY_MINUTES });
  else await alarms.clear(ALARM);
  await checkForPayments();
}

runtime.onInstalled.addListener(() => void setUp());
runtime.onStartup.addListener(() => void setUp());
contextMenus.onClicked.addListener((press, tab) => void fromMenu(press, tab));
extension.commands.onCommand.addListener((name, tab) => {
  if (name === 'make-invoice') void fromKeys(tab);
});
alarms.onAlarm.addListener(({ name }) => {
  if (name === ALARM) void checkForPayments();
});
extension.notifications?.onClicked.addListener(() => void openPayments());
// The popup closes when the window of the service opens, so the connecting is done here.
runtime.onMessage.addListener((message, _, answer) => {
  if (!isRequest(message)) return undefined;
  const work = { connect: () => connectAndWatch(), watch: () => updateAlarm() }[message.do];
  void work().then(answer);
  return true;
});

async function connectAndWatch() {
  const connected = await connect();
  await updateAlarm();
  return connected;
}

async function openPayments(): Promise<void> {
  const connection = await readConnection();
  if (connection) await extension.tabs.create({ url: `${connection.address}/dashboard/payments` });
}
