import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { softmax, sumsOf } from '#core/linear-model.ts';
import type { Figure, RowWithAmounts } from '../totals/figures.ts';
import { featuresOf, ROWS } from './features.ts';
import type { Unit } from './units.ts';

/** Fields a unit may belong to; `left` is a sum after payments, `other` none. */
export const labels = [
  'other',
  'total',
  'subtotal',
  'tax',
  'discount',
  'withholding',
  'paid',
  'left',
  'date',
  'due',
  'number',
  'customer',
  'vendor',
  'description',
  'quantity',
  'rate',
  'amount',
] as const;
export type FieldLabel = (typeof labels)[number];

/** `weights` has a row for each feature and a column for each label; `scale` is the worth of one step. */
export type FieldModel = { scale: number; weights: Int8Array };

const FILE = new URL('weights.gz', import.meta.url);
let loaded: FieldModel | null = null;

/** Weights are read once, by the first paper. */
export function trainedFields(): FieldModel {
  loaded ??= unpackedFields(gunzipSync(readFileSync(FILE)));
  return loaded;
}

/** The scale, then the table. */
export const unpackedFields = (bytes: Buffer): FieldModel => ({
  scale: bytes.readFloatLE(0),
  weights: new Int8Array(bytes.buffer, bytes.byteOffset + 4, ROWS * labels.length),
});

/** How likely each unit belongs to each field: shares by `labels` that add up to 1. */
export const sharesOf = (
  rows: readonly RowWithAmounts[],
  units: readonly Unit[],
  figures: readonly Figure[],
  { scale, weights }: FieldModel,
): Float64Array[] =>
  featuresOf(rows, units, figures).map((found) =>
    softmax(sumsOf(weights, labels.length, found), scale / Math.sqrt(found.length)),
  );
