import { jsonSchema, type JSONSchema7, type Schema } from 'ai';
import * as z from 'zod';

// Constraints are paid for with every call, some services refuse them, and a model's answer is validated
// against the complete schema anyway.
const OMITTED_KEYWORDS = new Set([
  '$schema',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
]);

type Json = { [key: string]: unknown };

function slim(schema: Json): Json {
  const entries = Object.entries(schema).filter(([key]) => !OMITTED_KEYWORDS.has(key));
  const keywords: Json = Object.fromEntries(entries.map(([key, value]) => [key, slimValue(key, value)]));
  // Strict services require it explicitly.
  return keywords.type === 'object' && keywords.properties
    ? { ...keywords, additionalProperties: false }
    : keywords;
}

/** Value of a keyword: schemas by name, schemas in a list, a schema, or a plain value. */
function slimValue(key: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => (isSchema(one) ? slim(one) : one));
  if (!isSchema(value)) return value;
  if (key !== 'properties') return slim(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, isSchema(one) ? slim(one) : one]),
  );
}

const isSchema = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A schema as it goes over the wire, with its check. */
export function wireSchema(schema: z.ZodType): Schema<unknown> {
  const wire = z.toJSONSchema(schema, { target: 'draft-7', io: 'input', unrepresentable: 'any' });
  return jsonSchema<unknown>(slim(wire) as JSONSchema7, {
    validate: (value) => {
      const parsed = schema.safeParse(value);
      return parsed.success ? { success: true, value: parsed.data } : { success: false, error: parsed.error };
    },
  });
}
