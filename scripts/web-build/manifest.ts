import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';

const MANIFEST = '.vite/manifest.json';

const manifestShape = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.optional(z.array(z.string())),
    imports: z.optional(z.array(z.string())),
    dynamicImports: z.optional(z.array(z.string())),
  }),
);

export type Manifest = z.output<typeof manifestShape>;

/** Files a document loads before any interaction; named as in the manifest, without a leading slash. */
export type Needed = { scripts: string[]; styles: string[] };

export function readManifest(folder: string): Manifest {
  const file = join(folder, MANIFEST);
  return existsSync(file) ? manifestShape.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
}

type Bundle = Record<
  string,
  { type: string; fileName: string; moduleIds?: readonly string[]; code?: string }
>;

/**
 * Completes the manifest, and its file, with the chunk each module stands in: on its own it names only those that a chunk was
 * made for. Such a chunk may only lead into one of many modules; it is asked for all the same, so it stays named.
 */
export function completeManifest(folder: string, root: string, bundle: Bundle): Manifest {
  const manifest = readManifest(folder);
  const chunks = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]));
  for (const { fileName, moduleIds = [], code = '' } of Object.values(bundle)) {
    const chunk = chunks.get(fileName);
    if (!chunk) continue;
    // Some were moved into another file since the manifest was written (fewer-files.ts).
    chunk.imports = chunk.imports?.filter((name) =>
      code.includes(`"./${basename(manifest[name]?.file ?? name)}"`),
    );
    for (const id of moduleIds) {
      const module = id.slice(root.length + 1);
      if (id.startsWith(root) && !bundle[manifest[module]?.file ?? '']) manifest[module] = chunk;
    }
  }
  writeFileSync(join(folder, MANIFEST), JSON.stringify(manifest));
  return manifest;
}

/** The chunks and styles of these modules with all they import, the first module's chunk first. */
export function neededBy(manifest: Manifest, modules: readonly string[]): Needed {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const part of chunk.imports ?? []) visit(part);
    for (const style of chunk.css ?? []) styles.add(style);
  };
  for (const module of modules) {
    if (!manifest[module]) throw new Error(`the build has no chunk of src/web/${module}`);
    visit(module);
  }
  return { scripts: [...scripts], styles: [...styles] };
}
