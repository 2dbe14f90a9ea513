import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { extensionAddresses } from '#server/modules/identity/rules/extension.ts';
import { browsers, manifestFor, originPattern } from './manifest.ts';

const of = (browser: 'chrome' | 'firefox') =>
  manifestFor({ browser, version: '1.2.3', service: 'https://app.duewell.example' });
const all = browsers.map((browser) => JSON.parse(JSON.stringify(of(browser))));

test.each(all)('asks for no more than it needs, and reaches into no page by itself', (manifest) => {
  expect(manifest.manifest_version).toBe(3);
  expect(manifest.permissions.sort()).toEqual([
    'activeTab',
    'alarms',
    'contextMenus',
    'identity',
    'scripting',
    'storage',
  ]);
  expect(manifest.optional_permissions).toEqual(['notifications']);
  expect(manifest.host_permissions).toEqual(['https://app.duewell.example/*']);
  for (const key of ['content_scripts', 'web_accessible_resources', 'externally_connectable'])
    expect(manifest).not.toHaveProperty(key);
});

test.each(all)('runs its own scripts only', (manifest) => {
  const policy: string = manifest.content_security_policy.extension_pages;
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*(?:http|unsafe)/);
});

test('is the extension whose address the service sends codes to, in both browsers', () => {
  const [chrome, firefox] = all;
  const key = createHash('sha256').update(Buffer.from(chrome.key, 'base64')).digest('hex').slice(0, 32);
  const id = [...key].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('');
  const ids = [id, firefox.browser_specific_settings.gecko.id];
  const { extensionIds } = readConfig({ DATA_DIR: '/tmp' });
  expect(extensionIds).toEqual(ids);
  expect(extensionAddresses(ids).map(({ browser }) => browser)).toEqual(['Chrome', 'Firefox']);
});

test('gives each browser the background it knows, and Firefox what it wants to be told', () => {
  expect(of('chrome').background).toEqual({ service_worker: 'background.js', type: 'module' });
  expect(of('chrome')).not.toHaveProperty('browser_specific_settings');
  const firefox = JSON.parse(JSON.stringify(of('firefox')));
  expect(firefox.background).toEqual({ scripts: ['background.js'], type: 'module' });
  expect(firefox).not.toHaveProperty('key');
  const { gecko } = firefox.browser_specific_settings;
  expect(gecko.data_collection_permissions.required).toContain('websiteContent');
  expect(Number.parseInt(gecko.strict_min_version, 10)).toBeGreaterThanOrEqual(128);
});

test.each([
  ['http://localhost:3000', 'http://localhost/*'],
  ['https://pay.shop.example:8443', 'https://pay.shop.example/*'],
])('of %s it may reach %s', (service, pattern) => {
  expect(originPattern(service)).toBe(pattern);
});
