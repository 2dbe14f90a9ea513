import { assert } from '#core/assert.ts';
import { htmlOf, type MailContent } from './layout-html.ts';
import { multiLine, oneLine } from './locales/text.ts';

/** The body of a message, as HTML for every mail program and as plain text. Every text is taken as text, never as HTML. */
export function mailLayout(input: MailContent): { html: string; text: string } {
  const content = cleaned(input);
  for (const target of [content.button, ...(content.links ?? []), content.unsubscribe])
    assert(!target || /^https?:\/\//.test(target.url), 'a button in a message leads to a web address');
  return { html: htmlOf(content), text: textOf(content) };
}

/** The words of a message alone, for its sender to copy: no footer of ours. */
export const wordsOf = (content: MailContent): string => textOf(cleaned({ ...content, footer: '' })).trim();

/** The one place where what users wrote loses line breaks and marks that could turn a sentence around. */
function cleaned(content: MailContent): MailContent {
  const { amount, facts, list, button, links, unsubscribe, business } = content;
  return {
    ...content,
    heading: oneLine(content.heading),
    paragraphs: content.paragraphs.map(multiLine),
    footer: multiLine(content.footer),
    ...(amount && {
      amount: { ...amount, label: oneLine(amount.label), ...(amount.note && { note: oneLine(amount.note) }) },
    }),
    ...(facts && { facts: facts.map(cleanedFact) }),
    ...(list && { list: { heading: oneLine(list.heading), facts: list.facts.map(cleanedFact) } }),
    ...(button && { button: cleanedLink(button) }),
    ...(links && { links: links.map(cleanedLink) }),
    ...(unsubscribe && { unsubscribe: cleanedLink(unsubscribe) }),
    ...(business && { business: { ...business, name: oneLine(business.name) } }),
  };
}

const cleanedFact = ([label, value]: [string, string]): [string, string] => [oneLine(label), oneLine(value)];

// An address keeps its meaning without spaces and control characters, which none of ours has.
const cleanedLink = ({ label, url }: { label: string; url: string }) => ({
  label: oneLine(label),
  url: oneLine(url).replace(/\s/g, '%20'),
});

function textOf(content: MailContent): string {
  const {
    heading,
    amount,
    paragraphs,
    facts,
    list,
    button,
    links = [],
    footer,
    unsubscribe,
    business,
  } = content;
  const parts = [
    heading,
    amount ? `${amount.label}: ${amount.money}${amount.note ? `\n${amount.note}` : ''}` : '',
    ...paragraphs,
    facts ? factsText(facts) : '',
    list ? `${list.heading}\n${factsText(list.facts)}` : '',
    button ? linkText(button) : '',
    ...links.map(linkText),
    `-- \n${business ? `${business.name}\n` : ''}${footer}`,
    unsubscribe ? linkText(unsubscribe) : '',
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const factsText = (facts: [string, string][]) =>
  facts.map(([label, value]) => `${label}: ${value}`).join('\n');

const linkText = ({ label, url }: { label: string; url: string }) => `${label}:\n${url}`;
