import { useRouter } from '@tanstack/react-router';
import { lexer, type Token, type Tokens } from 'marked';
import { createContext, memo, type MouseEvent, type ReactNode, useContext } from 'react';
import { cn } from '#web/ui/cn.ts';
import { texts } from '../texts.ts';
import { decodeEntities, is } from './tokens.ts';

type MarkdownProps = {
  text: string;
  /** A link that hands a message over to WhatsApp works too. */
  opensWhatsApp?: boolean;
  className?: string;
};

const OpensWhatsApp = createContext(false);

/**
 * The assistant's light Markdown, drawn from tokens: bold, italics, code, lists, tables and links to our own pages.
 * Everything else, HTML above all, stands as the text it is.
 */
export const Markdown = memo(function Markdown({ text, opensWhatsApp = false, className }: MarkdownProps) {
  return (
    <OpensWhatsApp value={opensWhatsApp}>
      <div className={cn('grid min-w-0 gap-3 [overflow-wrap:anywhere]', className)}>
        {blocks(lexer(text))}
      </div>
    </OpensWhatsApp>
  );
});

// Tokens have no ids and their order is all there is; a reply only ever grows at its end.
const blocks = (tokens: readonly Token[]): ReactNode[] =>
  tokens.map((token, at) => <Block key={`${at}-${token.type}`} token={token} />);

const inline = (tokens: readonly Token[] | undefined, fallback: string): ReactNode =>
  tokens ? tokens.map((token, at) => <Inline key={`${at}-${token.type}`} token={token} />) : fallback;

function Block({ token }: { token: Token }): ReactNode {
  if (is<Tokens.Heading>(token, 'heading'))
    return <p className="font-bold font-display text-lg">{inline(token.tokens, token.text)}</p>;
  if (is<Tokens.Paragraph>(token, 'paragraph'))
    return <p className="whitespace-pre-line">{inline(token.tokens, token.text)}</p>;
  if (is<Tokens.List>(token, 'list')) return <List list={token} />;
  if (is<Tokens.Table>(token, 'table')) return <DataTable table={token} />;
  if (is<Tokens.Blockquote>(token, 'blockquote'))
    return (
      <blockquote className="grid gap-3 border-line-strong border-l-2 pl-3.5">
        {blocks(token.tokens)}
      </blockquote>
    );
  if (is<Tokens.Code>(token, 'code'))
    return <pre className="overflow-x-auto whitespace-pre-wrap text-sm">{token.text}</pre>;
  if (token.type === 'space' || token.type === 'def') return null;
  if (token.type === 'hr') return <hr className="border-line" />;
  if (is<Tokens.Text>(token, 'text')) return <span>{inline(token.tokens, decodeEntities(token.text))}</span>;
  return <p className="whitespace-pre-line">{token.raw.trim()}</p>;
}

function List({ list }: { list: Tokens.List }) {
  const items = list.items.map((item, at) => (
    <li key={`${at}-item`} className="pl-1 marker:text-muted [&>p+*]:mt-1.5 [&>ul]:mt-1.5 [&>ol]:mt-1.5">
      {blocks(item.tokens)}
    </li>
  ));
  const listClass = 'grid gap-1.5 pl-5';
  if (!list.ordered) return <ul className={cn(listClass, 'list-disc')}>{items}</ul>;
  return (
    <ol start={Number(list.start) || 1} className={cn(listClass, 'list-decimal')}>
      {items}
    </ol>
  );
}

// A shadow at an edge behind which there is more.
const scrollShadow =
  '[background:linear-gradient(to_right,var(--surface)_30%,transparent)_left/2rem_100%_local_no-repeat,linear-gradient(to_left,var(--surface)_30%,transparent)_right/2rem_100%_local_no-repeat,linear-gradient(to_right,var(--line),transparent)_left/0.5rem_100%_scroll_no-repeat,linear-gradient(to_left,var(--line),transparent)_right/0.5rem_100%_scroll_no-repeat]';

const sides = { left: 'text-left', center: 'text-center', right: 'text-right' };

function DataTable({ table }: { table: Tokens.Table }) {
  const side = (at: number) => sides[table.align[at] ?? 'left'];
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
      tabIndex={0}
      aria-label={texts.table}
      className={cn('-mx-1 overflow-x-auto px-1 [overflow-wrap:normal]', scrollShadow)}
    >
      <table className="w-full border-collapse text-sm max-md:text-13">
        <thead>
          <tr>
            {table.header.map((cell, at) => (
              <th
                key={`${at}-head`}
                scope="col"
                className={cn(
                  'border-line-strong border-b px-2.5 py-2 font-semibold first:pl-0 last:pr-0 max-md:px-1.5',
                  side(at),
                )}
              >
                {inline(cell.tokens, cell.text)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, line) => (
            <tr
              key={`${line}-row`}
              className="[&:not(:last-child)]:border-line [&:not(:last-child)]:border-b"
            >
              {row.map((cell, at) => (
                <td
                  key={`${at}-cell`}
                  className={cn(
                    'px-2.5 py-2 first:pl-0 last:pr-0 max-md:px-1.5',
                    side(at),
                    table.align[at] === 'right' ? 'num whitespace-nowrap font-medium' : 'min-w-20',
                  )}
                >
                  {inline(cell.tokens, cell.text)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Inline({ token }: { token: Token }): ReactNode {
  if (is<Tokens.Strong>(token, 'strong'))
    return <strong className="font-bold">{inline(token.tokens, token.text)}</strong>;
  if (is<Tokens.Em>(token, 'em')) return <em>{inline(token.tokens, token.text)}</em>;
  if (is<Tokens.Del>(token, 'del')) return <s>{inline(token.tokens, token.text)}</s>;
  if (is<Tokens.Codespan>(token, 'codespan'))
    return <code className="rounded-sm bg-sunken px-1 py-0.5 text-[0.9em]">{token.text}</code>;
  if (is<Tokens.Link>(token, 'link'))
    return <AnyLink href={token.href}>{inline(token.tokens, token.text)}</AnyLink>;
  if (token.type === 'br') return <br />;
  if (is<Tokens.Text>(token, 'text')) return inline(token.tokens, decodeEntities(token.text));
  if (is<Tokens.Escape>(token, 'escape')) return decodeEntities(token.text);
  return token.raw;
}

/** Whether a link leads to a page of the app and nowhere else. */
export const isOurPage = (href: string): boolean =>
  /^\/dashboard(\/[\w-]+)*\/?(\?[\w=&.%+-]*)?(#[\w-]*)?$/.test(href);

/** Whether a link hands a message over to WhatsApp and leads nowhere else. */
export const isWhatsApp = (href: string): boolean =>
  /^https:\/\/wa\.me\/\d*\?text=[\w%.~*'()!-]+$/.test(href);

function AnyLink({ href, children }: { href: string; children: ReactNode }) {
  const opensWhatsApp = useContext(OpensWhatsApp);
  if (isOurPage(href)) return <PageLink href={href}>{children}</PageLink>;
  if (!opensWhatsApp || !isWhatsApp(href)) return children;
  return (
    <a href={href} target="_blank" rel="noreferrer" className={linkClass}>
      {children}
    </a>
  );
}

const linkClass = 'font-semibold text-primary underline underline-offset-2 hover:no-underline';

function PageLink({ href, children }: { href: string; children: ReactNode }) {
  const router = useRouter();
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.history.push(href);
  };
  return (
    <a href={href} onClick={follow} className={linkClass}>
      {children}
    </a>
  );
}
