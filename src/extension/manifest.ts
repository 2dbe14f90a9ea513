/** The browsers a package is made for. */
export const browsers = ['chrome', 'firefox'] as const;
type BrowserName = (typeof browsers)[number];

/** `service` is the address people connect to unless they choose another. */
type ManifestOptions = { browser: BrowserName; version: string; service: string };

// Makes the extension's id, and with it the address codes come back to, the same wherever it is loaded from.
const CHROME_KEY =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA4Jxl+mtW3rUQmBLHU5i8KCFUZV2GkGL4F1VpRQJJ5zJsIdchAulBbcbTO+Msv0oGQkrVw1Ob1b3MEjXbCwguGKbLzNskCc3e+ddwwbV0PujqVhdFIp9zHGg0kYP12hktwJHDOcS3s8a3oLGdEqmqmKfpIkn5UJrUBGFDqZD4wDu84AGioBMHG/KOi11QJKdSGoNrEIXtK92t4CQrSFg48ofppMsvtmjdS0bkcoZd8gGZr32MSUGIPBTCqbU4QFBl7zhYS6Gu8SfWdmNlBEncynmBPYPVibxVB/6XQXVF7OiM3B7+RXsdhGAXBgGsXyGU5J2r6J/B2QfCQlig/ygLBQIDAQAB';
const FIREFOX_ID = 'extension@duewell.example';

const ICON_SIZES = [16, 32, 48, 128];
const icons = Object.fromEntries(ICON_SIZES.map((size) => [String(size), `icons/${size}.png`]));

// No script but ours, nothing written into a page, and calls to services only.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  'connect-src https: http://localhost:* http://127.0.0.1:*',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The extension manifest: as few permissions as possible. */
export function manifestFor({ browser, version, service }: ManifestOptions) {
  return {
    manifest_version: 3,
    name: 'Duewell',
    version,
    description: 'Make invoices from text and pictures on any page, and hear when money lands.',
    icons,
    action: { default_popup: 'popup.html', default_title: 'Duewell', default_icon: icons },
    options_ui: { page: 'options.html', open_in_tab: true },
    permissions: ['activeTab', 'alarms', 'contextMenus', 'identity', 'scripting', 'storage'],
    optional_permissions: ['notifications'],
    host_permissions: [`${originPattern(service)}`],
    optional_host_permissions: ['https://*/*', 'http://localhost/*', 'http://127.0.0.1/*'],
    content_security_policy: { extension_pages: POLICY },
    commands: {
      _execute_action: { suggested_key: { default: 'Alt+Shift+D' } },
      'make-invoice': {
        suggested_key: { default: 'Alt+Shift+I' },
        description: 'Make an invoice from the selected text',
      },
    },
    ...(browser === 'chrome' ? forChrome : forFirefox),
  };
}

const forChrome = {
  key: CHROME_KEY,
  minimum_chrome_version: '120',
  background: { service_worker: 'background.js', type: 'module' },
};

const forFirefox = {
  background: { scripts: ['background.js'], type: 'module' },
  browser_specific_settings: {
    gecko: {
      id: FIREFOX_ID,
      strict_min_version: '128.0',
      // The owner's selections go to the owner's own account, where invoices and payments are.
      data_collection_permissions: {
        required: [
          'authenticationInfo',
          'financialAndPaymentInfo',
          'personallyIdentifyingInfo',
          'websiteContent',
        ],
      },
    },
  },
};

/** The pattern of the pages of a service; browsers do not agree on ports in one, so it names none. */
export function originPattern(service: string): string {
  const { protocol, hostname } = new URL(service);
  return `${protocol}//${hostname}/*`;
}
