import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';

/** One import, re-export, dynamic import or type import: what it names, resolved to a path of ours when it is one. */
export type Import = { line: number; specifier: string; target: string; ours: boolean; typeOnly: boolean };

/** Facts about one source file for the rules. Paths are relative to the project, with forward slashes. */
export type Source = {
  path: string;
  lineCount: number;
  imports: Import[];
  defaultExports: number[];
  onlyReexports: boolean;
  readsEnvironment: number[];
  readsClock: number[];
  transforms: number[];
  /** Functions, constants and classes it exports by name; no types. */
  exportedValues: { name: string; line: number }[];
  /** Every name in its code, properties and strings of one word included. */
  names: Set<string>;
  /** Comments that begin with Who, Whoever, What or That; their first lines. */
  vagueComments: number[];
};

/** A node of a parsed source. */
export type Node = { type: string; start: number; [key: string]: unknown };

const root = join(import.meta.dirname, '..');

/** Every TypeScript file under a folder of the project, read and parsed. */
export function scanFolder(folder: string): Source[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .sort()
    .map(scanFile);
}

export const scanFile = (path: string): Source => scanSource(path, readFileSync(join(root, path), 'utf8'));

/** Reads one file's text; `path` decides how its relative imports resolve. */
export function scanSource(path: string, text: string): Source {
  const { program, errors, comments } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const body = program.body as unknown as Node[];
  const source: Source = {
    path,
    lineCount: text.trimEnd().split('\n').length,
    imports: [],
    defaultExports: [],
    onlyReexports: body.length > 0 && body.every((node) => isReexport(node)),
    readsEnvironment: [],
    readsClock: [],
    transforms: [],
    exportedValues: [],
    names: new Set(),
    vagueComments: [],
  };
  const lineOf = (node: { start: number }) => text.slice(0, node.start).split('\n').length;
  source.vagueComments = comments.filter(isVague(text)).map(lineOf);
  visit(program as unknown as Node, (node) => note(source, node, () => lineOf(node)));
  return source;
}

// A comment of several `//` lines is one: only its first line begins it.
const isVague =
  (text: string) =>
  ({ type, value, start }: { type: string; value: string; start: number }): boolean => {
    const goesOn = type === 'Line' && /^[^\S\n]*\/\/.*\n[^\S\n]*$/m.test(lastLines(text.slice(0, start)));
    return !goesOn && /^[\s*]*(Who|Whoever|What|That)\b/.test(value);
  };

const lastLines = (text: string): string => text.split('\n').slice(-2).join('\n');

function isReexport(node: Node): boolean {
  return /^Export(All|Named)Declaration$/.test(node.type) && isNode(node.source);
}

// Most nodes are nothing of note, and to count lines up to each of them would be the larger part of the work.
function note(source: Source, node: Node, line: () => number): void {
  const specifier = importedBy(node);
  if (specifier !== null)
    source.imports.push({ line: line(), ...resolved(source.path, specifier), typeOnly: isTypeOnly(node) });
  if (/^((JSX)?Identifier|Literal)$/.test(node.type)) source.names.add(String(nameOf(node)));
  for (const name of valuesExportedBy(node)) source.exportedValues.push({ name, line: line() });
  if (node.type === 'ExportDefaultDeclaration') source.defaultExports.push(line());
  if (node.type === 'MemberExpression' && isMember(node, 'process', 'env'))
    source.readsEnvironment.push(line());
  if (node.type === 'NewExpression' && nameOf(node.callee) === 'Date' && isEmpty(node.arguments)) {
    source.readsClock.push(line());
  }
  if (node.type !== 'CallExpression' || !isNode(node.callee)) return;
  if (isMember(node.callee, 'Date', 'now')) source.readsClock.push(line());
  if (node.callee.type === 'MemberExpression' && nameOf(node.callee.property) === 'transform') {
    source.transforms.push(line());
  }
}

function importedBy(node: Node): string | null {
  if (
    !/^(ImportDeclaration|ExportAllDeclaration|ExportNamedDeclaration|ImportExpression|TSImportType)$/.test(
      node.type,
    )
  ) {
    return null;
  }
  const named = isNode(node.source) ? node.source : node.argument;
  return isNode(named) && typeof named.value === 'string' ? named.value : null;
}

function valuesExportedBy(node: Node): string[] {
  const made = node.type === 'ExportNamedDeclaration' ? node.declaration : null;
  if (!isNode(made) || !/^(FunctionDeclaration|ClassDeclaration|VariableDeclaration)$/.test(made.type))
    return [];
  const named = Array.isArray(made.declarations) ? made.declarations.filter(isNode) : [made];
  return named.map(({ id }) => nameOf(id)).filter((name) => typeof name === 'string');
}

function isTypeOnly(node: Node): boolean {
  if (node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type') return true;
  const names = Array.isArray(node.specifiers) ? node.specifiers.filter(isNode) : [];
  return names.length > 0 && names.every((name) => name.importKind === 'type' || name.exportKind === 'type');
}

function resolved(from: string, specifier: string): Pick<Import, 'specifier' | 'target' | 'ours'> {
  const alias = /^#(core|contract|server|web)\/(.+)$/.exec(specifier);
  if (alias) return { specifier, target: `src/${alias[1]}/${alias[2]}`, ours: true };
  if (!specifier.startsWith('.')) return { specifier, target: specifier, ours: false };
  return { specifier, target: posix.join(posix.dirname(from), specifier), ours: true };
}

function isMember(node: Node, object: string, property: string): boolean {
  return nameOf(node.object) === object && nameOf(node.property) === property;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
const nameOf = (value: unknown) => (isNode(value) ? (value.name ?? value.value) : undefined);
const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;

/** Calls `seen` with a node of a parsed source and each below it. */
export function visit(node: Node, seen: (node: Node) => void): void {
  seen(node);
  for (const value of Object.values(node)) {
    if (isNode(value)) visit(value, seen);
    else if (Array.isArray(value)) for (const item of value) if (isNode(item)) visit(item, seen);
  }
}
