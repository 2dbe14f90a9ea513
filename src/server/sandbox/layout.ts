import { html, raw } from 'hono/html';
import { styles } from './styles.ts';

/** The lead's middleware gives every answer a nonce for its one style element. */
export type PageEnv = { Variables: { nonce: string } };

export type Page = ReturnType<typeof html>;

type Frame = {
  title: string;
  nonce: string | undefined;
  wide?: boolean;
  refreshSeconds?: number;
  nav?: Page;
};

/** The layout of every sandbox page, with a banner that says that no real money moves. */
export function frame({ title, nonce, wide, refreshSeconds, nav }: Frame, body: Page | Page[]): Page {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
${refreshSeconds ? html`<meta http-equiv="refresh" content="${refreshSeconds}">` : ''}
<title>${title} | Sandbox Pay</title>
<style nonce="${nonce ?? ''}">${raw(styles)}</style>
</head>
<body>
<aside class="band" aria-label="Test mode"><strong>TEST MODE</strong> No real money moves here.</aside>
<div class="${wide ? 'wide' : 'narrow'}">
<header><span class="mark" aria-hidden="true">${rings()}</span><span class="brand">Sandbox Pay</span></header>
${nav ?? ''}
<main>${body}</main>
</div>
</body>
</html>`;
}

function rings(): Page {
  return html`<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="4 3"><circle cx="12" cy="12" r="10"/><circle cx="12" cy="12" r="5"/></svg>`;
}

type Field = {
  name: string;
  /** Where a page has the same field more than once. */
  id?: string;
  label: string;
  value?: string;
  hint?: string;
  error?: string;
  inputmode?: 'numeric' | 'decimal' | 'tel';
  placeholder?: string;
};

/** A labelled text field; an error stands under it and is announced with it. */
export function field({ name, id = name, label, value, hint, error, inputmode, placeholder }: Field): Page {
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return html`<p class="field">
<label for="${id}">${label}</label>
<input id="${id}" name="${name}" value="${value ?? ''}" autocomplete="off" inputmode="${inputmode ?? 'text'}" placeholder="${placeholder ?? ''}" aria-describedby="${described}" ${error ? raw('aria-invalid="true"') : ''}>
${hint ? html`<span class="hint" id="${id}-hint">${hint}</span>` : ''}
${error ? html`<span class="error" id="${id}-error">${error}</span>` : ''}
</p>`;
}

type Choice = { value: string; text: string };

/** A labelled choice from a short list. */
export function chooser(name: string, label: string, choices: readonly Choice[], chosen?: string): Page {
  return html`<p class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}">${choices.map(
    ({ value, text }) =>
      html`<option value="${value}" ${value === chosen ? raw('selected') : ''}>${text}</option>`,
  )}</select></p>`;
}
