import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '../../tests/length.ts';
import { drawnSignature, isSignaturePath, SIGNATURE_BOX, signaturePath, type Stroke } from './signature.ts';

const { width, height } = SIGNATURE_BOX;
const point = fc.tuple(fc.integer({ min: 0, max: width }), fc.integer({ min: 0, max: height }));
const strokes: fc.Arbitrary<Stroke[]> = fc.array(fc.array(point, { minLength: 1, maxLength: 60 }), {
  minLength: 1,
  maxLength: 8,
});

test('whatever was drawn becomes path data of our own grammar, inside the box, from its first to its last point', () => {
  fc.assert(
    fc.property(strokes, (drawn) => {
      const path = signaturePath(drawn);
      expect(isSignaturePath(path)).toBe(true);
      expect(path.match(/M/g)).toHaveLength(drawn.length);
      expect(path.startsWith(`M${drawn[0]?.[0]?.join(' ')}`)).toBe(true);
      const { viewBox = '' } = drawnSignature(path) ?? {};
      const [left = 0, top = 0, across = 0, down = 0] = viewBox.split(' ').map(Number);
      for (const [x, y] of drawn.flatMap((stroke) => [stroke[0] ?? [0, 0], stroke.at(-1) ?? [0, 0]])) {
        expect(x >= left && x <= left + across).toBe(true);
        expect(y >= top && y <= top + down).toBe(true);
      }
    }),
    { numRuns: rounds(200, 5000) },
  );
});

test('a straight line is its two ends, a bend is a curve, a tap is a dot', () => {
  const line = Array.from({ length: 50 }, (_, x) => [x * 4, 100] as const);
  expect(signaturePath([line])).toBe('M0 100L196 100');
  expect(
    signaturePath([
      [
        [0, 0],
        [50, 90],
        [100, 0],
      ],
    ]),
  ).toBe('M0 0Q50 90 75 45L100 0');
  expect(signaturePath([[[600, 7]]])).toBe('M600 7L599 7');
  expect(
    signaturePath([
      [
        [5, 7],
        [5, 7],
      ],
    ]),
  ).toBe('M5 7L6 7');
});

test.each([
  '',
  'M1 2',
  'M1 2L3',
  'M1 2L3 4Z',
  'M1 2 L3 4',
  'M1.5 2L3 4',
  'M-1 2L3 4',
  'M1 2L3 4"><script>',
  'M1 2L3 4\n',
  'm1 2l3 4',
])('%j is no signature', (text) => {
  expect(isSignaturePath(text)).toBe(false);
  expect(drawnSignature(text)).toBeNull();
});
