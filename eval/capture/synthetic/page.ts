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
  line(x1: number, y1: number, x2: number, y2: number, width?: number): void;
  box(x: number, y: number, width: number, height: number, fill: string): void;
  svg(height: number): string;
};

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

export function createPage(width: number, ground = '#ffffff', usual = 'Liberation Sans'): Page {
  const parts: string[] = [];
  return {
    text(
      x,
      y,
      words,
      { size = 22, weight = 400, font = usual, anchor = 'start', fill = '#1a1a1a', turn = 0 } = {},
    ) {
      const turned = turn ? ` transform="rotate(${turn} ${x} ${y})"` : '';
      parts.push(
        `<text x="${x}" y="${y}" font-family="${font}, DejaVu Sans" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}" fill="${fill}"${turned}>${escaped(words)}</text>`,
      );
    },
    line: (x1, y1, x2, y2, thick = 1.5) =>
      parts.push(`<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#444" stroke-width="${thick}"/>`),
    box: (x, y, w, h, fill) =>
      parts.push(`<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}"/>`),
    svg: (height) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/>${parts.join('')}</svg>`,
  };
}
