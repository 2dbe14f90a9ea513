/** Light colours, set in attributes since some mail programs read no style sheet. */
export const light = {
  page: '#F5F5FA',
  card: '#FFFFFF',
  ink: '#15163A',
  soft: '#565A7C',
  line: '#E1E1EE',
  primary: '#2B2A8C',
  onPrimary: '#FFFFFF',
  good: '#0A7A4D',
  bad: '#B3261E',
} as const;

/** Fonts of the reader's machine only: fetching one would tell when and where a message was read. */
export const textFont = "font-family:'Reddit Sans','Segoe UI',Roboto,Helvetica,Arial,sans-serif";
export const displayFont =
  "font-family:'Familjen Grotesk','Reddit Sans','Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const dark: Record<string, string> = {
  page: 'background:#0D0E20!important',
  card: 'background:#15172F!important;border-color:#2A2D52!important',
  ink: 'color:#F1F1FA!important',
  soft: 'color:#A9ACCB!important',
  line: 'border-color:#2A2D52!important',
  link: 'color:#B6B4FF!important',
  press: 'background:#B6B4FF!important',
  pressed: 'color:#14144A!important',
  good: 'color:#4ED79B!important',
  bad: 'color:#FF8F85!important',
};

const darkRules = (before: string) =>
  Object.entries(dark)
    .map(([name, style]) => `${before}.${name}{${style}}`)
    .join('\n');

// Outlook's apps mark what they turned dark by attributes of their own and know no media query for it.
export const styleSheet = `body{margin:0;padding:0;-webkit-text-size-adjust:100%}
a{color:inherit}
@media (max-width:480px){
.edge{padding-left:20px!important;padding-right:20px!important}
.sum{font-size:30px!important}.sum-long{font-size:22px!important}.sum-small{font-size:16px!important}
.press{width:100%!important}.pressed{display:block!important}
}
@media (prefers-color-scheme:dark){
${darkRules('')}
}
${darkRules('[data-ogsc] ')}
${darkRules('[data-ogsb] ')}`;

/** Duewell's own colours in a strip, for messages no business writes. */
export const brandBand = ['#211F6B', '#E5502A', '#F7B32B', '#17A398'] as const;

/** The strip of cloth: its size where there is room, its least height, and the name by which the HTML shows it. */
export const BAND = { width: 560, height: 40, least: 20, contentId: 'cloth@duewell' } as const;
