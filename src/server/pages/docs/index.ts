import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { Auth, Endpoint, Schema } from '#contract/endpoint.ts';
import { api, titles } from '#contract/index.ts';
import { limits } from '#contract/limits.ts';
import { type ErrorCode, errorStatuses } from '#core/errors.ts';
import { type Field, fieldsOf } from './fields.ts';
import { docsStyles } from './styles.ts';

type Html = ReturnType<typeof html>;

const callers: Record<Auth, string> = {
  none: 'Open to everybody',
  session: 'Signed in',
  business: 'Signed in, with a business profile',
};

const meanings: Record<ErrorCode, string> = {
  bad_json: 'The body is not JSON.',
  possible_duplicate: 'The same amount is on that invoice for that day already.',
  bad_request: 'The request cannot be understood.',
  invalid_token: 'There is no token, or it no longer counts. Sign in again.',
  invalid_credentials: 'The email address or the password is wrong.',
  not_for_extensions: 'A browser extension may not do this; its owner does it in the app.',
  not_found: "There is no such record, or it is somebody else's.",
  unknown_currency: 'The currency in the address is neither ngn nor usd.',
  conflict: 'The state of the record does not allow it.',
  already_exists: 'Such a record is there already.',
  invoice_changed:
    'The invoice was sent, paid, deleted or changed meanwhile; `data.invoice` is the stored one.',
  quote_changed: 'The quote was changed meanwhile; `data.revisionHash` names what it says now.',
  quote_closed: 'The quote has ended, was answered or was withdrawn.',
  business_required: 'The business profile has to be completed first.',
  pin_not_set: 'The transaction PIN has to be set first.',
  no_password: 'The account was made with Google and has no password yet.',
  idempotency_key_reused: 'The Idempotency-Key was used with another body.',
  idempotency_in_progress: 'The first request with this Idempotency-Key is still being worked on.',
  not_configured: 'This service was not set up for it.',
  proposal_expired: 'The proposal is older than ten minutes. Ask again.',
  proposal_withdrawn: 'The proposal was taken back, or another took its place.',
  proposal_outdated: 'What the proposal was about has changed since it was shown.',
  token_expired: 'The link is too old or was used before.',
  too_large: 'The body or the file is too large.',
  too_slow: 'The body did not arrive in time: within twelve seconds, or at 8 KB in each twelve for files.',
  unsupported_media: 'Files of this kind are not taken.',
  invalid_input: 'One or more fields are wrong; errors names them.',
  payout_account_new: 'The payout account was changed less than a day ago',
  account_name_changed:
    'The bank gives another name for an account than the one shown; data.names has both. Nothing was sent: repeat the call with the new name.',
  bank_unanswered: 'The bank did not say whose account it is. Nothing was sent.',
  payouts_paused: 'Sending money is paused while the books are checked',
  incorrect_pin: 'The PIN is wrong; data.triesLeft tells how many tries are left.',
  step_up_required:
    'This change wants a proof of the last ten minutes: give one by POST /api/auth/step-up and repeat the call. `data.ways` names the ways there are.',
  passkey_refused:
    'The answer of the passkey was not right, came too late, or is of a passkey that opens nothing here.',
  two_factor_required: 'A code of the authenticator app, or a recovery code, is asked for.',
  wrong_code: 'The code is wrong, too old or was used before.',
  insufficient_balance: 'The available balance is too small.',
  pin_locked: 'Too many wrong PINs. Wait for as long as Retry-After says.',
  too_many_requests: 'A limit was reached. Wait for as long as Retry-After says.',
  internal: 'Something failed on our side. requestId helps us to find it.',
  provider_unavailable: 'A service we depend on did not answer.',
  unavailable: 'The service is busy or starting. Try again in a moment.',
};

/** GET /api/docs: the whole API on one page, generated from the contract. */
export const docsPage = (c: Context): Response | Promise<Response> => {
  c.header('Cache-Control', 'public, max-age=300');
  c.header('X-Robots-Tag', 'noindex');
  return c.html(page());
};

let rendered: Html | null = null;

// The contract does not change while the process runs.
function page(): Html {
  rendered ??= render();
  return rendered;
}

function render(): Html {
  const groups = Object.entries(titles).flatMap(([module, title]) => groupOf(module, title));
  return html`<!doctype html>
<html lang="en"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>Duewell API</title>
<meta name="description" content="Every call of the Duewell API with its fields, answers and refusals.">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${raw(docsStyles)}</style>
</head><body>
<a class="skip" href="#main">Skip to the calls</a>
<header><div><a class="brand" href="/">Duewell</a> <span>API</span></div><a href="/api/openapi.json">OpenAPI 3.1</a></header>
<div class="page">
<nav aria-label="Calls"><ul><li><a href="#basics">Basics</a></li>${groups.map(navOf)}<li><a href="#errors">Refusals</a></li></ul></nav>
<main id="main">${basics}${groups.map(section)}${errorsTable()}</main>
</div>
</body></html>`;
}

type Group = { module: string; title: string; calls: { name: string; endpoint: Endpoint }[] };

function groupOf(module: string, title: string): Group[] {
  const found = Object.entries(api).find(([name]) => name === module)?.[1];
  const calls = Object.entries(found ?? {}).map(([name, endpoint]: [string, Endpoint]) => ({
    name: `${module}.${name}`,
    endpoint,
  }));
  return calls.length > 0 ? [{ module, title, calls }] : [];
}

function navOf({ module, title, calls }: Group): Html {
  return html`<li><details><summary>${title} <span class="count">${calls.length}</span></summary><ul><li><a href="#${module}">All of ${title.toLowerCase()}</a></li>${calls.map(
    ({ name, endpoint }) =>
      html`<li><a href="#${name}"><span class="verb ${endpoint.method.toLowerCase()}">${endpoint.method}</span> ${name.slice(module.length + 1)}</a></li>`,
  )}</ul></details></li>`;
}

const basics = html`<section id="basics"><h1>Duewell API</h1>
<p>Invoices, payments and withdrawals of small businesses, over HTTP and JSON.</p>
<dl>
<dt>Signing in</dt><dd><p>Send the token you get from signing up or logging in as <code>Authorization: Bearer …</code></p></dd>
<dt>Success</dt><dd><p><code>2xx</code> with <code>{"status":"success","message":"…","data":…}</code>. Every record has <code>id</code> and <code>_id</code>, the same opaque string.</p></dd>
<dt>Refusal</dt><dd><p><code>4xx</code> or <code>5xx</code> with <code>{"status":"error","message","code","errors":[{"path","message"}],"requestId"}</code>. The message is fit to show to a person; <a href="#errors">codes</a> are for programs.</p></dd>
<dt>Amounts</dt><dd><p>Numbers in naira or dollars with at most two decimals. <code>:currency</code> in an address is <code>ngn</code> or <code>usd</code>.</p></dd>
<dt>Times</dt><dd><p>ISO 8601 in UTC. Calendar dates go in as <code>YYYY-MM-DD</code>.</p></dd>
<dt>Once only</dt><dd><p>Calls marked so take an <code>Idempotency-Key</code> header: the same key with the same body gives the first answer again.</p></dd>
<dt>Paging</dt><dd><p>Lists take <code>limit</code> and <code>cursor</code>, and tell <code>page.nextCursor</code> and <code>page.total</code>.</p></dd>
<dt>Limits</dt><dd><p>Beyond them the answer is 429 with <code>Retry-After</code> in seconds.</p></dd>
</dl></section>`;

function section({ module, title, calls }: Group): Html {
  return html`<section aria-labelledby="${module}"><h2 id="${module}">${title}</h2>${calls.map(renderCall)}</section>`;
}

function renderCall({ name, endpoint }: Group['calls'][number]): Html {
  return html`<article id="${name}" aria-labelledby="${name}-title">
<h3 id="${name}-title"><a href="#${name}">${endpoint.summary}</a></h3>
<p class="line"><span class="verb ${endpoint.method.toLowerCase()}">${endpoint.method}</span> <code>${endpoint.path}</code></p>
${(endpoint.aliases ?? []).map((path) => html`<p class="line also">also <code>${path}</code></p>`)}
<ul class="facts"><li>${callers[endpoint.auth]}</li>${endpoint.idempotent ? html`<li>Takes an Idempotency-Key</li>` : ''}${endpoint.limit ? html`<li>Counts against the limit of ${limits[endpoint.limit].of}</li>` : ''}</ul>
${fieldsTable('In the address', endpoint.params)}
${fieldsTable('Query', endpoint.query)}
${bodyOf(endpoint)}
${answerOf(endpoint)}
</article>`;
}

function bodyOf({ body, bodyOptional, multipart }: Endpoint): Html {
  if (!body && !multipart) return html``;
  const file: Field[] = multipart ? [{ name: 'file', type: 'file', required: true, notes: '' }] : [];
  const title = multipart ? 'Form (multipart/form-data)' : bodyOptional ? 'Body (may be left out)' : 'Body';
  return table(title, [...file, ...(body ? fieldsOf(body) : [])]);
}

function answerOf({ media, response, status = 200 }: Endpoint): Html {
  if (media) return html`<p class="plain">Answer ${status}: <code>${media}</code></p>`;
  const fields = response ? fieldsOf(response) : [];
  return fields.length > 0
    ? table(`Answer ${status}`, fields)
    : html`<p class="plain">Answer ${status}: <code>status</code> and <code>message</code> alone</p>`;
}

function fieldsTable(title: string, schema: Schema | undefined): Html {
  const fields = schema ? fieldsOf(schema) : [];
  return fields.length > 0 ? table(title, fields) : html``;
}

function table(title: string, fields: Field[]): Html {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${title}"><table><caption>${title}</caption>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Notes</th></tr></thead>
<tbody>${fields.map(({ name, type, required, notes }) => html`<tr><th scope="row"><code>${name}</code></th><td>${type}</td><td>${[required ? '' : 'optional', notes].filter(Boolean).join(', ')}</td></tr>`)}</tbody></table></div>`;
}

function errorsTable(): Html {
  return html`<section aria-labelledby="errors"><h2 id="errors">Refusals</h2><div class="scroll" tabindex="0" role="group" aria-label="Refusals"><table>
<thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead>
<tbody>${Object.entries(meanings).map(([code, meaning]) => html`<tr><th scope="row"><code>${code}</code></th><td>${statusOf(code)}</td><td>${meaning}</td></tr>`)}</tbody></table></div></section>`;
}

const statusOf = (code: string): number =>
  new Map<string, number>(Object.entries(errorStatuses)).get(code) ?? 500;
