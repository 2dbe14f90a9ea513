import * as z from 'zod/mini';
import type { JSONSchema } from 'zod/v4/core';
import type { Schema } from '#contract/endpoint.ts';

/** One line of a fields table: `items[].rate`, `number`, and what is to be known of it. */
export type Field = { name: string; type: string; required: boolean; notes: string };

type Node = JSONSchema.BaseSchema;

/** Every field of a schema as it is on the wire, those inside objects and lists with dotted names. */
export function fieldsOf(schema: Schema): Field[] {
  return fieldsIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), '');
}

function fieldsIn(node: Node, prefix: string): Field[] {
  const required = new Set(node.required ?? []);
  const own = Object.entries(node.properties ?? {}).flatMap(([key, value]) =>
    fieldAndInside(value, prefix ? `${prefix}.${key}` : key, required.has(key)),
  );
  return [
    ...own,
    ...choicesOf(node).flatMap((choice) => fieldsIn(choice, prefix)),
    ...itemOf(node).flatMap((item) => fieldsIn(item, `${prefix}[]`)),
  ];
}

function fieldAndInside(value: JSONSchema._JSONSchema, name: string, required: boolean): Field[] {
  if (typeof value === 'boolean') return [{ name, type: 'anything', required, notes: '' }];
  return [{ name, type: typeOf(value), required, notes: notesOf(value) }, ...fieldsIn(value, name)];
}

function typeOf(node: Node): string {
  if (node.enum) return node.enum.map((word) => JSON.stringify(word)).join(' | ');
  if (node.const !== undefined) return JSON.stringify(node.const);
  const choices = choicesOf(node);
  if (choices.length > 0) return [...new Set(choices.map(typeOf))].join(' or ');
  if (node.type === 'array') return `list of ${itemOf(node).map(typeOf).join(' or ') || 'anything'}`;
  return Array.isArray(node.type) ? node.type.join(' or ') : (node.type ?? 'anything');
}

function notesOf(node: Node): string {
  const { minLength, maxLength, minimum, maximum, format, default: otherwise } = node;
  return [
    format ?? '',
    minLength === undefined ? '' : `at least ${minLength} characters`,
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? '' : `from ${minimum}`,
    maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? '' : `up to ${maximum}`,
    otherwise === undefined ? '' : `${JSON.stringify(otherwise)} unless given`,
  ]
    .filter((text) => text !== '')
    .join(', ');
}

const choicesOf = (node: Node): Node[] =>
  [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])].filter(
    (choice) => typeof choice !== 'boolean',
  );

function itemOf({ items }: Node): Node[] {
  return items === undefined || typeof items === 'boolean'
    ? []
    : [items].flat().filter((item) => typeof item !== 'boolean');
}
