type ExtensionEvent<Words extends unknown[], Answer = void> = {
  addListener(listener: (...args: Words) => Answer): void;
};

type StorageArea = {
  get(keys: string | string[] | null): Promise<Record<string, unknown>>;
  set(values: Record<string, unknown>): Promise<void>;
  remove(keys: string | string[]): Promise<void>;
  setAccessLevel?(access: { accessLevel: 'TRUSTED_CONTEXTS' }): Promise<void>;
};

export type Tab = { id?: number; index?: number; windowId?: number };
export type MenuPress = {
  menuItemId: string | number;
  selectionText?: string;
  srcUrl?: string;
  frameId?: number;
};

type Origins = { origins?: string[]; permissions?: string[] };

/** As much as we use of what browsers give to extensions. */
type WebExtension = {
  runtime: {
    getURL(path: string): string;
    openOptionsPage(): Promise<void>;
    sendMessage(message: unknown): Promise<unknown>;
    onInstalled: ExtensionEvent<[]>;
    onStartup: ExtensionEvent<[]>;
    onMessage: ExtensionEvent<
      [message: unknown, sender: { url?: string }, answer: (value: unknown) => void],
      boolean | undefined
    >;
  };
  identity: {
    getRedirectURL(path: string): string;
    launchWebAuthFlow(flow: { url: string; interactive: boolean }): Promise<string | undefined>;
  };
  storage: { local: StorageArea; session: StorageArea };
  contextMenus: {
    create(item: { id: string; title: string; contexts: string[] }): unknown;
    removeAll(): Promise<void>;
    onClicked: ExtensionEvent<[MenuPress, Tab | undefined]>;
  };
  commands: { onCommand: ExtensionEvent<[string, Tab | undefined]> };
  action: {
    setBadgeText(badge: { text: string }): Promise<void>;
    setBadgeBackgroundColor(badge: { color: string }): Promise<void>;
    setBadgeTextColor?(badge: { color: string }): Promise<void>;
    setTitle(title: { title: string }): Promise<void>;
  };
  alarms: {
    create(name: string, when: { delayInMinutes: number; periodInMinutes: number }): unknown;
    clear(name: string): Promise<boolean>;
    onAlarm: ExtensionEvent<[{ name: string }]>;
  };
  tabs: {
    create(tab: { url: string; index?: number; windowId?: number }): Promise<Tab>;
    captureVisibleTab(windowId: number, how: { format: 'png' }): Promise<string>;
    query(which: { active: true; currentWindow: true }): Promise<Tab[]>;
  };
  scripting: {
    executeScript<Words extends unknown[], Result>(injection: {
      target: { tabId: number; frameIds?: number[]; allFrames?: boolean };
      func: (...args: Words) => Result | Promise<Result>;
      args?: Words;
    }): Promise<{ result?: Result }[]>;
  };
  permissions: {
    contains(wanted: Origins): Promise<boolean>;
    request(wanted: Origins): Promise<boolean>;
    remove(unwanted: Origins): Promise<boolean>;
  };
  /** There once its permission was given. */
  notifications?: {
    create(
      id: string,
      notification: { type: 'basic'; iconUrl: string; title: string; message: string },
    ): unknown;
    onClicked: ExtensionEvent<[string]>;
  };
};

declare const browser: WebExtension | undefined;
declare const chrome: WebExtension;

/** The browser, as an extension knows it: Firefox and Chrome call it differently. */
export const extension: WebExtension = typeof browser === 'undefined' ? chrome : browser;
