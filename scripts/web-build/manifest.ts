import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

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
  const file = join(folder, '.vite/manifest.json');
  return existsSync(file) ? manifestShape.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
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
