/** Two points nearer than this are one. */
const STEP = 3;
/** Less than a server takes: what is drawn beyond is left out. */
const MOST_POINTS = 1_500;
const MOST_STROKES = 100;
const LINE_WIDTH = 4;
const SVG = 'http://www.w3.org/2000/svg';

type Point = [x: number, y: number];
type Pad = { svg: SVGSVGElement; field: HTMLInputElement; strokes: Point[][]; pointer: number | null };

/** Takes a signature drawn by finger, pen or mouse into the hidden field of its form, as strokes in the units of the pad. */
function startPad(details: HTMLElement): void {
  const svg = details.querySelector('svg.pad');
  const field = details.querySelector<HTMLInputElement>('input[name=signature]');
  if (!(svg instanceof SVGSVGElement) || !field) return;
  const pad: Pad = { svg, field, strokes: [], pointer: null };
  svg.addEventListener('pointerdown', (event) => begin(pad, event));
  svg.addEventListener('pointermove', (event) => follow(pad, event));
  for (const end of ['pointerup', 'pointercancel']) svg.addEventListener(end, () => finish(pad));
  details.querySelector('[data-clear]')?.addEventListener('click', () => clear(pad));
  for (const stroke of strokesIn(field.value)) draw(pad, stroke);
  svg.classList.add('ready');
}

function begin(pad: Pad, event: PointerEvent): void {
  if (pad.pointer !== null || event.button !== 0 || pad.strokes.length >= MOST_STROKES || isFull(pad)) return;
  event.preventDefault();
  pad.pointer = event.pointerId;
  pad.svg.setPointerCapture(event.pointerId);
  draw(pad, [pointOf(pad, event)]);
}

function follow(pad: Pad, event: PointerEvent): void {
  if (event.pointerId !== pad.pointer) return;
  const stroke = pad.strokes.at(-1) ?? [];
  const events = event.getCoalescedEvents?.() ?? [];
  for (const one of events.length > 0 ? events : [event]) {
    const [x, y] = pointOf(pad, one);
    const [lastX, lastY] = stroke.at(-1) ?? [x, y];
    if (Math.hypot(x - lastX, y - lastY) >= STEP && !isFull(pad)) stroke.push([x, y]);
  }
  pad.svg.lastElementChild?.setAttribute('d', pathOf(stroke));
}

function finish(pad: Pad): void {
  pad.pointer = null;
  pad.field.value = JSON.stringify(pad.strokes);
}

function clear(pad: Pad): void {
  pad.strokes = [];
  pad.svg.replaceChildren();
  pad.field.value = '';
}

function draw({ svg, strokes }: Pad, stroke: Point[]): void {
  strokes.push(stroke);
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('stroke-width', String(LINE_WIDTH));
  path.setAttribute('d', pathOf(stroke));
  svg.append(path);
}

// A tap is drawn as well.
const pathOf = ([first = [0, 0], ...rest]: Point[]): string =>
  `M${first.join(' ')}${(rest.length > 0 ? rest : [first]).map((point) => `L${point.join(' ')}`).join('')}`;

const isFull = ({ strokes }: Pad): boolean =>
  strokes.reduce((count, { length }) => count + length, 0) >= MOST_POINTS;

function pointOf({ svg }: Pad, { clientX, clientY }: PointerEvent): Point {
  const { left, top, width, height } = svg.getBoundingClientRect();
  const inUnits = (at: number, size: number, units: string | undefined) => {
    const most = Number(units);
    return Math.min(most, Math.max(0, Math.round((at / size) * most)));
  };
  return [
    inUnits(clientX - left, width, svg.dataset.width),
    inUnits(clientY - top, height, svg.dataset.height),
  ];
}

// The form came back with what was drawn, as the server took it.
const strokesIn = (value: string): Point[][] => (value === '' ? [] : JSON.parse(value));

const hand = document.querySelector<HTMLElement>('[data-sign]');
if (hand) startPad(hand);
