import { html } from 'hono/html';
import type { Html } from '../pay/components.ts';
import { qrCode } from '../pay/qr.ts';
import { type Frame, formToken, notice, page } from './layout.ts';

/** `problem`: why the last try was refused. */
type Try = { name: string; problem: string | null };

const nameField = (name: string): Html =>
  html`<div><label for="name">Name</label><input id="name" name="name" type="text" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="40" required></div>`;

const codeField = html`<div><label for="code">Code <span class="hint" id="code-hint">Six digits of your authenticator app</span></label><input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="9" aria-describedby="code-hint" required></div>`;

/** Name, password and code at once: nobody learns which of them was wrong. */
export function logInPage(frame: Frame, { name, problem }: Try): Html {
  return page(
    frame,
    'Log in',
    html`<h1>Log in</h1>
<p class="soft">For people who run this service. Business owners <a href="/auth/login">log in here</a>.</p>
${notice(problem)}
<form class="field-form card" method="post" action="/operator/log-in">${formToken(frame.form)}
${nameField(name)}
<div><label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" maxlength="200" required></div>
${codeField}
<button class="main" type="submit">Log in</button></form>
<p><a class="back" href="/operator/setup">I have a set-up secret</a></p>`,
  );
}

/** First step of the set-up: the secret the command printed. */
export function setupPage(frame: Frame, { name, problem }: Try): Html {
  return page(
    frame,
    'Set up your account',
    html`<h1>Set up your account</h1>
<p>Enter the name and the secret that <code>npm run operators</code> printed. The secret works once, for 24 hours.</p>
${notice(problem)}
<form class="field-form card" method="post" action="/operator/setup">${formToken(frame.form)}
${nameField(name)}
<div><label for="secret">Set-up secret</label><input id="secret" name="secret" type="text" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="60" required></div>
<button class="main" type="submit">Go on</button></form>
<p><a class="back" href="/operator/log-in">Back to log-in</a></p>`,
  );
}

/** Carried over from the first step, with the secret for the authenticator. */
type Pairing = Try & { setupSecret: string; secret: string; address: string };

/** Second step: authenticator and password. */
export function pairingPage(frame: Frame, { name, setupSecret, secret, address, problem }: Pairing): Html {
  return page(
    frame,
    'Set up your account',
    html`<h1>Password and authenticator</h1>
${notice(problem)}
<form class="field-form card" method="post" action="/operator/setup">${formToken(frame.form)}
<input type="hidden" name="name" value="${name}"><input type="hidden" name="secret" value="${setupSecret}">
<p>1. Scan this with your authenticator app, or type the key there.</p>
${qrCode(address, 'QR code for your authenticator app')}
<p>Key: <code>${(secret.match(/.{1,4}/g) ?? []).join(' ')}</code></p>
<div><label for="password">2. New password <span class="hint" id="password-hint">At least 12 characters, used nowhere else</span></label><input id="password" name="password" type="password" autocomplete="new-password" minlength="12" maxlength="200" aria-describedby="password-hint" required></div>
<div><label for="code">3. Code <span class="hint" id="code-hint">Six digits the app shows now</span></label><input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="9" aria-describedby="code-hint" required></div>
<button class="main" type="submit">Finish and log in</button></form>`,
  );
}
