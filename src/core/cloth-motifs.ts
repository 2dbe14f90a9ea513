/** The five dyes of a cloth: deep ground, first colour, second colour, warm companion, paper. */
export type Inks = readonly [ground: string, first: string, second: string, companion: string, paper: string];

/** Side of one cell of the grid, in SVG units. */
export const CELL = 48;

/** A drawing for one cell; `medallion` is the same drawing whole, across two by two cells. */
type Motif = { cell: (inks: Inks) => string; medallion?: (inks: Inks) => string };

export type MotifName = 'ripple' | 'fan' | 'eye' | 'sun' | 'seed' | 'scale' | 'weave' | 'bars';

const MIDDLE = CELL / 2;
const FAN_SPREAD = 0.09;

/** Cells are drawn as the top-left origin of a circle: turned four ways, they close into a whole one. */
export const motifs: Record<MotifName, Motif> = {
  ripple: {
    cell: (inks) => ripplesOf(inks, quarter),
    medallion: (inks) => ripplesOf(inks, whole),
  },
  fan: {
    cell: (inks) => fanOf(inks, quarter, 0, [8, 27, 46, 65, 84]),
    medallion: (inks) => fanOf(inks, whole, CELL, everyDegrees(18, 9)),
  },
  eye: {
    cell: ([ground, first, second, , paper]) =>
      disc(22, first) + disc(16.5, paper) + disc(11, ground) + disc(4.5, second),
  },
  sun: {
    cell: ([ground, , second, companion]) =>
      everyDegrees(30, 0)
        .map((angle) => disc(2.5, companion, ...polar(MIDDLE, 19, radians(angle))))
        .join('') +
      disc(12, second) +
      disc(6, ground),
  },
  seed: {
    cell: ([ground, , second, , paper]) =>
      shape('M3 45Q3 3 45 3Q45 45 3 45Z', second) +
      shape('M10 38Q12 12 38 10Q36 36 10 38Z', ground) +
      `<path d="M10 38 38 10" stroke="${paper}" stroke-width="3"/>`,
  },
  scale: {
    cell: ([ground, first, , companion, paper]) =>
      shape(hump(24), first) +
      shape(hump(15), paper) +
      shape(hump(7), ground) +
      shape('M0 24A24 24 0 0 0 24 0H15A15 15 0 0 1 0 15Z', companion) +
      shape('M48 24A24 24 0 0 1 24 0H33A15 15 0 0 0 48 15Z', companion),
  },
  weave: {
    cell: ([ground, first, , companion, paper]) =>
      shape(diamond(22), companion) +
      shape(diamond(13), ground) +
      shape(diamond(6), paper) +
      [0, CELL].flatMap((x) => [0, CELL].map((y) => disc(3, first, x, y))).join(''),
  },
  bars: {
    cell: ([ground, first, , , paper]) =>
      bar(4, first) +
      bar(20, paper) +
      bar(36, first) +
      disc(3, ground, MIDDLE, 12) +
      disc(3, ground, MIDDLE, 36),
  },
};

export const motifNames = [
  'ripple',
  'fan',
  'eye',
  'sun',
  'seed',
  'scale',
  'weave',
  'bars',
] as const satisfies MotifName[];

type Round = (radius: number, fill: string) => string;

function ripplesOf([ground, first, second, , paper]: Inks, round: Round): string {
  return round(48, first) + round(39, ground) + round(30, second) + round(21, ground) + round(12, paper);
}

function fanOf(
  [ground, first, , companion, paper]: Inks,
  round: Round,
  centre: number,
  angles: number[],
): string {
  const rays = angles.map((angle) => shape(ray(centre, radians(angle)), paper)).join('');
  return round(48, companion) + round(40, ground) + rays + round(11, first);
}

function ray(centre: number, angle: number): string {
  const from = polar(centre, 36, angle - FAN_SPREAD).join(' ');
  const to = polar(centre, 36, angle + FAN_SPREAD).join(' ');
  return `M${centre} ${centre}L${from}A36 36 0 0 1 ${to}Z`;
}

function disc(radius: number, fill: string, x = MIDDLE, y = MIDDLE): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
}

function whole(radius: number, fill: string): string {
  return disc(radius, fill, CELL, CELL);
}

/** Reaches half a unit over the cell's edge, so that four quarters meet without a seam. */
function quarter(radius: number, fill: string): string {
  return shape(`M-.5-.5H${radius}V0A${radius} ${radius} 0 0 1 0 ${radius}H-.5Z`, fill);
}

function shape(path: string, fill: string): string {
  return `<path d="${path}" fill="${fill}"/>`;
}

function bar(x: number, fill: string): string {
  return `<rect x="${x}" width="8" height="${CELL}" fill="${fill}"/>`;
}

function hump(radius: number): string {
  return `M${MIDDLE - radius} ${CELL}A${radius} ${radius} 0 0 1 ${MIDDLE + radius} ${CELL}Z`;
}

function diamond(reach: number): string {
  return `M${MIDDLE} ${MIDDLE - reach}L${MIDDLE + reach} ${MIDDLE} ${MIDDLE} ${MIDDLE + reach} ${MIDDLE - reach} ${MIDDLE}Z`;
}

function everyDegrees(step: number, offset: number): number[] {
  return Array.from({ length: 360 / step }, (_, index) => index * step + offset);
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

function polar(centre: number, radius: number, angle: number): [number, number] {
  return [tenth(centre + radius * Math.cos(angle)), tenth(centre + radius * Math.sin(angle))];
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
