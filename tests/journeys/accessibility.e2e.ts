import type { Page, Response } from '@playwright/test';
import { atRest, axeFaults, inColors } from './axe.ts';
import { demoPerson, expect, forget, newPerson, type Person, signIn, test } from './fixtures.ts';
import { places, type Screen, type Viewer } from './screens.ts';
import type { RunningService } from './service.ts';

// Every screen, loaded, empty, failed and with its dialogs, as axe sees it: at a desk or on a phone, by day or night.
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
type Look = { viewport: typeof DESK; colorScheme: 'light' | 'dark' };
const LOOKS: Look[] = [
  { viewport: DESK, colorScheme: 'light' },
  { viewport: PHONE, colorScheme: 'dark' },
  { viewport: DESK, colorScheme: 'dark' },
  { viewport: PHONE, colorScheme: 'light' },
];
/** In every check each screen has one look, its neighbours the others; `TEST_LENGTH=long` gives each all four. */
const everyLook = process.env.TEST_LENGTH === 'long';
const DIALOG = '[role=dialog], [role=alertdialog]';
const NARROWEST = { width: 320, height: 640 };
const PER_SCREEN_MS = 60_000;

// The screens of a place share a page, because its program is fetched and compiled once then.
for (const [place, screens] of Object.entries(places)) {
  test(`screens: ${place}`, async ({ page, service }) => {
    test.setTimeout(PER_SCREEN_MS * screens.length * (everyLook ? 2 : 1));
    const faults: string[] = [];
    for (const [at, screen] of screens.entries())
      await test.step(screen.name, async () => {
        const found = await faultsOf(page, service, screen, looksOf(screen, at));
        faults.push(...found.map((fault) => `${screen.name}: ${fault}`));
      });
    expect(faults).toEqual([]);
  });
}

test('a text that cannot be read is a fault each time, and one that can is looked at once', async ({
  page,
}) => {
  const words = (colour: string) => `<p style="color: ${colour}; background: #fff">Due on Friday</p>`;
  await page.setContent(
    `<html lang="en"><title>Duewell</title><main><h1>Due</h1>${words('#1a1b1c').repeat(3)}</main>`,
  );
  expect(await axeFaults(page)).toEqual([]);
  await page.setContent(
    `<html lang="en"><title>Duewell</title><main><h1>Due</h1>${words('#cacbcc').repeat(3)}</main>`,
  );
  for (const _ of ['first', 'second'])
    expect(await axeFaults(page)).toEqual([expect.stringContaining('#cacbcc')]);
});

async function faultsOf(
  page: Page,
  service: RunningService,
  screen: Screen,
  looks: Look[],
): Promise<string[]> {
  await forget(page);
  await beginAs(page, screen, looks[0]);
  const person = await whoIs(screen.viewer, service);
  await using _session = person && (await signIn(page, service, person));
  const response = await goThere(page, screen);
  const faults = await headFaults(page, screen, response);
  for (const look of looks) {
    await page.setViewportSize(look.viewport);
    await inColors(page, { colorScheme: look.colorScheme });
    await picture(page, screen, `${look.viewport.width} ${look.colorScheme}`);
    faults.push(...(await lastingFaults(page, screen, look)));
  }
  faults.push(...(await sidewaysFaults(page)));
  await picture(page, screen, `${NARROWEST.width}`);
  return faults;
}

// A page is drawn anew for another size. What is pressed on the way to a screen is there at a desk.
async function beginAs(page: Page, { reach }: Screen, look: Look = { viewport: DESK, colorScheme: 'light' }) {
  await page.setViewportSize(reach ? DESK : look.viewport);
  await page.emulateMedia({ colorScheme: look.colorScheme });
}

/** With `PICTURES=folder`, what a person sees of it. */
async function picture(page: Page, { name }: Screen, look: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name.replaceAll(/\W+/g, '-')} ${look}.png` });
}

// Screens with another screen's frame and a notice are checked once in light and once in dark.
function looksOf({ failing, sameFrame }: Screen, at: number): Look[] {
  if (everyLook) return failing || sameFrame ? LOOKS.slice(0, 2) : LOOKS;
  return LOOKS.slice(at % LOOKS.length, (at % LOOKS.length) + 1);
}

// Nothing waits: a part far down a page is loaded once somebody comes near it.
async function comeNear(page: Page) {
  const waiting = page.locator('.skeleton:visible');
  await expect
    .poll(() =>
      waiting.evaluateAll((all) => {
        all[0]?.scrollIntoView();
        return all.length;
      }),
    )
    .toBe(0);
  await page.evaluate(() => scrollTo(0, 0));
}

async function goThere(page: Page, screen: Screen): Promise<Response | null> {
  const { failing } = screen;
  if (failing)
    await page.route(
      ({ pathname }) => pathname.startsWith('/api/') && failing.test(pathname),
      (route) =>
        route.fulfill({
          status: 500,
          json: { status: 'error', message: 'Something went wrong', code: 'internal', errors: [] },
        }),
    );
  const response = await page.goto(screen.path);
  await expect(page.locator('h1')).toBeVisible();
  // Keys pressed on a frame reach nobody.
  await expect(page.locator('[data-frame]')).toHaveCount(0);
  await screen.reach?.(page);
  await expect(page.locator('h1')).toHaveCount(1);
  await comeNear(page);
  return response;
}

let demo: Promise<Person> | null = null;

function whoIs(viewer: Viewer, service: RunningService): Promise<Person> | null {
  if (viewer === 'visitor') return null;
  if (viewer === 'demo') return (demo ??= demoPerson(service));
  return newPerson(service, { registered: viewer === 'owner' });
}

async function headFaults(page: Page, { listed }: Screen, response: Response | null): Promise<string[]> {
  const faults: string[] = [];
  const title = await page.title();
  if (!/Duewell|Sandbox Pay/.test(title)) faults.push(`the title is "${title}"`);
  // Elements behind an open dialog are still in the page.
  const headings = await page.locator('h1').count();
  if (headings !== 1) faults.push(`${headings} headings of the first level`);
  const robots = await page.evaluate(
    () => document.querySelector<HTMLMetaElement>('meta[name=robots]')?.content ?? '',
  );
  const unlisted = /noindex/.test(`${robots} ${response?.headers()['x-robots-tag'] ?? ''}`);
  if (unlisted === (listed === true))
    faults.push(listed ? 'hidden from search engines' : 'open to search engines');
  return faults;
}

/** Faults that persist a moment later: a colour transition between themes is not one. */
async function lastingFaults(page: Page, screen: Screen, look: Look): Promise<string[]> {
  const within = await partOf(page, screen);
  if ((await axeFaults(page, { within })).length === 0) return [];
  await atRest(page);
  const faults = await axeFaults(page, { within });
  return faults.map((fault) => `${look.viewport.width} ${look.colorScheme}: ${fault}`);
}

async function partOf(page: Page, screen: Screen): Promise<string | undefined> {
  if (await isBehindDialog(page)) return DIALOG;
  const isFrameKnown = screen.sameFrame || screen.failing;
  return isFrameKnown && screen.path.startsWith('/dashboard') ? 'main' : undefined;
}

// Without the dialog the page behind it is a screen of its own, and so is the frame without the notice.
const isBehindDialog = (page: Page) =>
  page.evaluate(() => document.querySelector('main[aria-hidden=true], [aria-hidden=true] main') !== null);

async function sidewaysFaults(page: Page): Promise<string[]> {
  await page.setViewportSize(NARROWEST);
  const width = () =>
    page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('html, [role=dialog], dialog[open]')].map((box) => box.scrollWidth),
      ),
    );
  // An open dialog follows the window a moment later.
  const fits = await expect
    .poll(width)
    .toBeLessThanOrEqual(NARROWEST.width)
    .then(() => true)
    .catch(() => false);
  return fits ? [] : [`${await width()} wide on a phone of ${NARROWEST.width}`];
}
