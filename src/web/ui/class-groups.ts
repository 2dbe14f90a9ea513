import type { Config } from 'tailwind-merge';

const any = () => true;
const measure = (value: string) => /^\[(?:-?[\d.]|calc|clamp|max|min)/.test(value);
const large = (value: string) => /^\dxl$/.test(value);
const number = (value: string) => /^\d/.test(value) || measure(value);

const sided = ['x', 'y', 's', 'e', 't', 'r', 'b', 'l'];
const allOf = (name: string, sides: readonly string[]) => sides.map((side) => `${name}${side}`);
const spacing = (name: string) =>
  Object.fromEntries(
    ['', ...sided].map((side) => [`${name}${side}`, [{ [`${name}${side}`]: [any] }]] as const),
  );
const spacingOverrides = (name: string) => ({
  [name]: allOf(name, sided),
  [`${name}x`]: allOf(name, ['s', 'e', 'r', 'l']),
  [`${name}y`]: allOf(name, ['t', 'b']),
});
const plain = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, [{ [name]: [any] }]] as const));
const lines = (side: string) => ({
  [`border-w${side}`]: [{ [`border${side}`]: ['', number] }],
  [`border-color${side}`]: [{ [`border${side}`]: [any] }],
});

const corners = ['-s', '-e', '-t', '-r', '-b', '-l', '-ss', '-se', '-ee', '-es', '-tl', '-tr', '-br', '-bl'];

/**
 * The kinds of utilities this app uses, of which a later one takes an earlier one's place. The whole list that comes
 * with tailwind-merge weighs more than all of a page's own code; the test beside this file holds them together.
 */
export const classGroups: Config<string, string> = {
  cacheSize: 500,
  theme: {},
  classGroups: {
    display: [
      'block',
      'inline-block',
      'inline',
      'flex',
      'inline-flex',
      'table',
      'grid',
      'inline-grid',
      'contents',
      'hidden',
    ],
    position: ['static', 'fixed', 'absolute', 'relative', 'sticky'],
    visibility: ['visible', 'invisible', 'collapse'],
    sr: ['sr-only', 'not-sr-only'],
    overflow: [{ overflow: ['auto', 'hidden', 'clip', 'visible', 'scroll'] }],
    ...plain('overflow-x', 'overflow-y'),
    'font-size': [{ text: ['xs', '13', 'sm', '15', 'base', 'lg', 'xl', large, measure] }],
    'text-align': [{ text: ['left', 'center', 'right', 'justify', 'start', 'end'] }],
    'text-color': [{ text: [any] }],
    'font-weight': [{ font: ['normal', 'medium', 'semibold', 'bold'] }],
    'font-family': ['num', { font: ['text', 'display', 'mono'] }],
    'text-decoration': ['underline', 'no-underline', 'line-through'],
    'text-overflow': ['truncate', 'text-ellipsis', 'text-clip'],
    wrap: [{ wrap: ['anywhere', 'break-word', 'normal'] }],
    break: [{ break: ['words', 'all', 'keep', 'normal'] }],
    'underline-offset': [{ 'underline-offset': [any] }],
    'flex-direction': [{ flex: ['row', 'row-reverse', 'col', 'col-reverse'] }],
    'flex-wrap': [{ flex: ['wrap', 'nowrap', 'wrap-reverse'] }],
    flex: [{ flex: [any] }],
    grow: [{ grow: ['', any] }],
    shrink: [{ shrink: ['', any] }],
    'col-start-end': [{ col: ['auto', { span: [any] }] }],
    'row-start-end': [{ row: ['auto', { span: [any] }] }],
    'justify-content': [
      { justify: ['normal', 'start', 'end', 'center', 'between', 'around', 'evenly', 'stretch'] },
    ],
    'align-content': [{ content: ['normal', 'start', 'end', 'center', 'between', 'stretch'] }],
    'bg-image': [{ bg: ['none', { linear: [any] }] }],
    'bg-color': [{ bg: [any] }],
    rounded: [{ rounded: ['', any] }],
    ...Object.fromEntries(
      corners.map((corner) => [`rounded${corner}`, [{ [`rounded${corner}`]: ['', any] }]] as const),
    ),
    'border-style': [{ border: ['solid', 'dashed', 'dotted', 'double', 'hidden', 'none'] }],
    'border-collapse': [{ border: ['collapse', 'separate'] }],
    ...lines(''),
    ...Object.assign({}, ...['-x', '-y', '-s', '-e', '-t', '-r', '-b', '-l'].map(lines)),
    'outline-style': [{ outline: ['none', 'hidden', 'solid', 'dashed'] }],
    'outline-offset': [{ 'outline-offset': [any] }],
    'outline-w': [{ outline: ['', number] }],
    'outline-color': [{ outline: [any] }],
    'ring-w': [{ ring: ['', number] }],
    'ring-color': [{ ring: [any] }],
    shadow: [{ shadow: ['', 'e1', 'e2', 'e3', 'none', measure, (value: string) => value.startsWith('[')] }],
    'stroke-w': [{ stroke: [number] }],
    stroke: [{ stroke: [any] }],
    'list-style-type': [{ list: ['none', 'disc', 'decimal'] }],
    ...spacing('p'),
    ...spacing('m'),
    ...plain('inset', 'inset-x', 'inset-y', 'start', 'end', 'top', 'right', 'bottom', 'left', 'z', 'order'),
    ...plain('basis', 'gap', 'gap-x', 'gap-y', 'grid-cols', 'grid-rows', 'col-start', 'row-start', 'columns'),
    ...plain('items', 'self', 'justify-items', 'justify-self'),
    ...plain(
      'place-content',
      'place-items',
      'place-self',
      'size',
      'w',
      'min-w',
      'max-w',
      'h',
      'min-h',
      'max-h',
    ),
    resize: [{ resize: ['', any] }],
    ...plain('leading', 'tracking', 'whitespace', 'opacity', 'cursor', 'pointer-events', 'select'),
    transition: [{ transition: ['', any] }],
    ...plain('fill', 'animate', 'duration', 'rotate', 'translate-x', 'translate-y', 'origin'),
    ...plain(
      'object',
      'align',
      'line-clamp',
      'touch',
      'appearance',
      'scroll-mt',
      'scroll-py',
      'field-sizing',
    ),
  },
  conflictingClassGroups: {
    ...spacingOverrides('p'),
    ...spacingOverrides('m'),
    inset: ['inset-x', 'inset-y', 'start', 'end', 'top', 'right', 'bottom', 'left'],
    'inset-x': ['start', 'end', 'right', 'left'],
    'inset-y': ['top', 'bottom'],
    flex: ['basis', 'grow', 'shrink'],
    gap: ['gap-x', 'gap-y'],
    overflow: ['overflow-x', 'overflow-y'],
    size: ['w', 'h'],
    'font-size': ['leading'],
    'line-clamp': ['display', 'overflow'],
    rounded: allOf('rounded', corners),
    'rounded-t': ['rounded-tl', 'rounded-tr'],
    'rounded-r': ['rounded-tr', 'rounded-br'],
    'rounded-b': ['rounded-br', 'rounded-bl'],
    'rounded-l': ['rounded-tl', 'rounded-bl'],
    'border-w': allOf('border-w-', sided),
    'border-w-x': allOf('border-w-', ['s', 'e', 'r', 'l']),
    'border-w-y': allOf('border-w-', ['t', 'b']),
    'border-color': allOf('border-color-', sided),
    'border-color-x': allOf('border-color-', ['s', 'e', 'r', 'l']),
    'border-color-y': allOf('border-color-', ['t', 'b']),
  },
  conflictingClassGroupModifiers: { 'font-size': ['leading'] },
  orderSensitiveModifiers: ['*', '**', 'after', 'before', 'file', 'marker', 'placeholder', 'selection'],
};
