import { createCanvas } from '@napi-rs/canvas';
import type { ReadPage, ReadWord } from '#server/kernel/ports/index.ts';
import type { Pen } from './pen.ts';

/** A page being typeset; text by its baseline. */
export type TextStyle = {
  size?: number;
  weight?: number;
  font?: string;
  anchor?: 'start' | 'middle' | 'end';
  fill?: string;
  turn?: number;
};

export type Page = {
  text(x: number, y: number, words: string, as?: TextStyle): void;
  pen(written: Pen, fill: string): void;
  line(x1: number, y1: number, x2: number, y2: number, width?: number): void;
  box(x: number, y: number, width: number, height: number, fill: string): void;
  /** The page as drawn, and as a reader without faults would read it. */
  finish(height: number): DrawnPage;
};

export type DrawnPage = { svg: string; read: ReadPage };

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

export function createPage(width: number, ground = '#ffffff', usual = 'Liberation Sans'): Page {
  const parts: string[] = [];
  const lines: ReadWord[][] = [];
  return {
    text(
      x,
      y,
      words,
      { size = 22, weight = 400, font = usual, anchor = 'start', fill = '#1a1a1a', turn = 0 } = {},
    ) {
      if (turn === 0) lines.push(wordsOf(words, { x, y, size, weight, font, anchor }));
      const turned = turn ? ` transform="rotate(${turn} ${x} ${y})"` : '';
      parts.push(
        `<text x="${x}" y="${y}" font-family="${font}, DejaVu Sans" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}" fill="${fill}"${turned}>${escaped(words)}</text>`,
      );
    },
    pen: ({ lines: drawn, thick }, fill) => {
      for (const line of drawn)
        parts.push(
          `<polyline points="${line.map(({ x, y }) => `${x},${y}`).join(' ')}" fill="none" stroke="${fill}" stroke-width="${thick}" stroke-linecap="round" stroke-linejoin="round"/>`,
        );
    },
    line: (x1, y1, x2, y2, thick = 1.5) =>
      parts.push(`<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#444" stroke-width="${thick}"/>`),
    box: (x, y, w, h, fill) =>
      parts.push(`<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}"/>`),
    finish: (height) => ({
      svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/>${parts.join('')}</svg>`,
      read: {
        width,
        height,
        readings: [{ source: 'seen', lines: lines.map((words) => ({ words })) }],
      },
    }),
  };
}

const ruler = createCanvas(1, 1).getContext('2d');
type Setting = Required<Pick<TextStyle, 'size' | 'weight' | 'font' | 'anchor'>> & { x: number; y: number };

/** How wide words are drawn. */
export function widthOf(
  words: string,
  { size = 22, weight = 400, font = 'Liberation Sans' }: TextStyle,
): number {
  ruler.font = `${weight} ${size}px "${font}", "DejaVu Sans"`;
  return ruler.measureText(words).width;
}

function wordsOf(text: string, { x, y, size, weight, font, anchor }: Setting): ReadWord[] {
  const wide = (part: string) => widthOf(part, { size, weight, font });
  const left = x - wide(text) * { start: 0, middle: 0.5, end: 1 }[anchor];
  return [...text.matchAll(/\S+/g)].map((found) => ({
    text: found[0],
    x: left + wide(text.slice(0, found.index)),
    y: y - 0.75 * size,
    width: Math.max(1, wide(found[0])),
    height: size,
    confidence: 0.95,
  }));
}
