import { html } from 'hono/html';
import { allowances, type TrustLevel } from '#contract/allowances.ts';
import { kycDocumentNames } from '#contract/business.ts';
import type { DocumentsToReview } from '#server/modules/business/queries.ts';
import { type Html, isolated, when } from '../pay/components.ts';
import { type Frame, formToken, notice, page, timeText } from './layout.ts';

export type PaperName = (typeof kycDocumentNames)[number];

const paperTitles: Record<PaperName, string> = {
  cac: 'CAC certificate',
  validId: 'Valid ID',
  utilityBill: 'Utility bill',
  bankStatement: 'Bank statement',
};

/** Reasons that come up often, word for word as the owner reads them. */
export const commonReasons = [
  'The photo of your ID is not readable.',
  'Your ID has run out. Send one that is still valid.',
  'The name on your ID is not the name of your account.',
  'The name on your CAC certificate is not the name of your business.',
  'Your CAC certificate is missing.',
  'Some pages are missing.',
  'This is not the document we asked for.',
] as const;

type Waiting = { businessId: string; name: string; since: Date }[];

/** Businesses whose documents wait, longest first. `done`: the decision just made. */
export function listPage(frame: Frame, waiting: Waiting, done: string | null): Html {
  const title = waiting.length === 1 ? '1 business waits' : `${waiting.length} businesses wait`;
  return page(
    frame,
    'Documents to check',
    html`<h1>Documents to check</h1>
${notice(done, 'ok')}
${
  waiting.length === 0
    ? html`<div class="card empty"><p class="lead">No documents wait</p><p>New ones show here as soon as an owner sends them.</p></div>`
    : html`<p class="soft">${title}, longest first.</p><ol class="list">${waiting.map(
        ({ businessId, name, since }) =>
          html`<li><a href="/operator/businesses/${businessId}"><b>${isolated(name)}</b><span class="soft">since ${timeText(since)}</span></a></li>`,
      )}</ol>`
}`,
  );
}

/** A file behind a paper; null where the business named one that is not here. */
export type Paper = { name: string; isPicture: boolean } | null;

/** Content of a review page. `wrong`: why the refusal was not taken; `typed`: what was written there. */
export type Review = {
  found: DocumentsToReview;
  papers: Partial<Record<PaperName, Paper>>;
  level: TrustLevel;
  problem: string | null;
  wrong: string | null;
  typed: { common: string; reason: string };
};

/** One business: who it is, each paper, and the decision where one is due. */
export function reviewPage(frame: Frame, review: Review): Html {
  const { found, problem } = review;
  const { businessId, name, owner, addressLines, taxLines, accountName, papers } = found;
  const rows: [string, string | Html][] = [
    ['Business', isolated(name)],
    ['Owner', isolated(owner.name)],
    ['Email', owner.confirmed ? `${owner.email} (confirmed)` : `${owner.email} (not confirmed)`],
    ['Address', addressLines.length > 0 ? isolated(addressLines.join(', ')) : 'None given'],
    ['Numbers', taxLines.length > 0 ? isolated(taxLines.join(', ')) : 'None given'],
    ['Payout account of', accountName ? isolated(accountName) : 'No account yet'],
    ['Documents', stateText(found.review)],
  ];
  return page(
    frame,
    name,
    html`<a class="back" href="/operator">All documents to check</a><h1>${isolated(name)}</h1>
${notice(problem)}
<dl class="card">${rows.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
<h2>Papers</h2><p class="soft">Each paper you open is recorded with your name.</p>
<div class="papers">${kycDocumentNames.map((paper) =>
      paperBlock({ businessId, name, paper, reference: papers[paper], file: review.papers[paper] ?? null }),
    )}</div>
${when(found.review.state === 'waiting', () => decisions(frame, review))}`,
  );
}

function stateText({ state, since, reason }: DocumentsToReview['review']): string {
  const at = since ? timeText(since) : '';
  const texts = {
    not_sent: 'Not sent',
    waiting: `Waiting since ${at}`,
    accepted: `Accepted, ${at}`,
    refused: `Refused, ${at}: ${reason}`,
  };
  return texts[state];
}

type PaperBlock = {
  businessId: string;
  name: string;
  paper: PaperName;
  reference: string | null;
  file: Paper;
};

function paperBlock({ businessId, name, paper, reference, file }: PaperBlock): Html {
  const title = paperTitles[paper];
  const href = `/operator/businesses/${businessId}/${paper}`;
  if (reference === null)
    return html`<section class="card paper"><h3>${title}</h3><p class="soft">Not sent</p></section>`;
  if (file === null)
    return html`<section class="card paper"><h3>${title}</h3><p class="soft">There is no file behind “${isolated(reference)}”.</p></section>`;
  if (file.isPicture)
    return html`<section class="card paper"><h3>${title}</h3><img src="${href}" alt="${title} of ${name}"><p><a href="${href}" target="_blank" rel="noreferrer">Open ${title} larger</a></p></section>`;
  return html`<section class="card paper"><h3>${title}</h3><p><a href="${href}" download>Download ${title} (PDF)</a></p></section>`;
}

function decisions(frame: Frame, { found, level, wrong, typed }: Review): Html {
  const hidden = html`${formToken(frame.form)}<input type="hidden" name="seen" value="${found.seen}">`;
  const action = `/operator/businesses/${found.businessId}`;
  return html`<h2>Decide</h2><div class="decisions">
<section class="card"><h2>Accept</h2><p>What changes:</p><ul class="plain">${changesOf(found, level).map((line) => html`<li>${line}</li>`)}</ul>
<form method="post" action="${action}">${hidden}<p class="soft">The owner gets an email.</p><button class="main" name="verdict" value="accepted" type="submit">Accept documents</button></form></section>
<section class="card"><h2>Refuse</h2><form method="post" action="${action}">${hidden}
<fieldset><legend>Reason, as the owner reads it</legend>
${commonReasons.map((reason) => html`<label class="choice"><input type="radio" name="common" value="${reason}"${when(typed.common === reason, () => html` checked`)}>${reason}</label>`)}
<label class="choice"><input type="radio" name="common" value=""${when(typed.common === '', () => html` checked`)}>Only what I write</label></fieldset>
<div><label for="reason">In your own words <span class="hint" id="reason-hint">What is wrong, and what to send instead</span></label><textarea id="reason" name="reason" maxlength="400" aria-describedby="reason-hint${wrong ? ' reason-wrong' : ''}"${when(wrong, () => html` aria-invalid="true"`)}>${typed.reason}</textarea>
${when(wrong, () => html`<p class="wrong" id="reason-wrong">${wrong}</p>`)}</div>
<button class="bad" name="verdict" value="refused" type="submit">Refuse documents</button></form></section></div>`;
}

const count = (amount: number) => amount.toLocaleString('en-NG');

/** Changes an acceptance brings for customers and for the business's daily limits. */
function changesOf({ owner }: DocumentsToReview, level: TrustLevel): string[] {
  const badge = 'Customers see “Registered with Duewell” on pay, receipt, shop and check pages';
  if (level === 'new' || !owner.confirmed)
    return [`${badge}, once the owner has confirmed the email.`, 'The daily limits stay until then.'];
  if (level === 'established')
    return [`${badge}.`, 'The daily limits stay: its income has raised them already.'];
  const [now, then] = [allowances.confirmed, allowances.documented];
  return [
    `${badge}.`,
    `New customers a day: ${count(now.recipients)} now, then ${count(then.recipients)}.`,
    `Payouts a day: ₦${count(now.payouts)} now, then ₦${count(then.payouts)}.`,
    `To new accounts a day, proven: ₦${count(now.newAccountsProven)} now, then ₦${count(then.newAccountsProven)}.`,
  ];
}
