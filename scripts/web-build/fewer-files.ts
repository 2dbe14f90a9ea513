import type { Plugin } from 'vite';

type Chunk = {
  type: 'chunk';
  fileName: string;
  name: string;
  code: string;
  isEntry: boolean;
};
type Chunks = Record<string, Chunk | { type: 'asset' }>;

const DOOR = /^(?:import"[^"]+";)*import\{([\w$]+) as ([\w$]+)\}from"\.\/([^"]+)";\2\(\);\s*$/;
/** Longer than any name that the bundler gives. */
const MOVED = 'moved_';

/** Two requests less for every visit: files of the bundler's own that are better part of one which is loaded anyway. */
export const fewerFiles = (): Plugin => ({
  name: 'fewer-files',
  generateBundle: {
    order: 'post',
    handler: (_, bundle) => {
      const chunks = bundle as Chunks;
      moveRuntime(chunks);
      openDoors(chunks);
    },
  },
});

const chunksOf = (bundle: Chunks): Chunk[] =>
  Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));

/** An entry whose first module others need too has a file that only calls it: its own file calls it instead. */
function openDoors(bundle: Chunks): void {
  for (const door of chunksOf(bundle)) {
    const [, exported, , file] = (door.isEntry && DOOR.exec(door.code)) || [];
    const room = chunksOf(bundle).find(({ fileName }) => fileName === `assets/${file}`);
    const exports = /export\{([^{}]*)\};?\s*$/.exec(room?.code ?? '')?.[1] ?? '';
    const own = exports.split(',').find((pair) => pair.endsWith(` as ${exported}`));
    if (!room || !own) continue;
    room.code = `${room.code.trimEnd()};${own.split(' as ')[0]}();`;
    delete bundle[door.fileName];
  }
}

/** The bundler's runtime goes into `base`, which most files import; the public pages and a few parts without it keep its file. */
function moveRuntime(bundle: Chunks): void {
  const chunks = chunksOf(bundle);
  const runtime = chunks.find(({ name }) => name === 'rolldown-runtime');
  const base = chunks.find(({ name }) => name === 'base');
  const [, body, list = ''] = /^([^]*)export\{([^}]*)\};?\s*$/.exec(runtime?.code ?? '') ?? [];
  if (!runtime || !base || !body) return;
  const line = importOf(runtime.fileName);
  const inBase = line.exec(base.code)?.[1] ?? '';
  const names = list.split(',').map((pair) => pair.split(' as '));
  const results = names.map(([own, name]) => `${name}:${own}`).join();
  const renamed = names.map(([, name]) => `${name}:${MOVED}${name}`).join();
  const moved = `const ${MOVED}=(()=>{${body}return{${results}}})(),{${inBase.replaceAll(' as ', ':')}}=${MOVED},{${renamed}}=${MOVED};`;
  const exported = names.map(([, name]) => MOVED + name).join();
  base.code =
    moved + base.code.replace(line, '').replace(/export\{(?=[^{}]*\};?\s*$)/, `export{${exported},`);
  for (const chunk of chunks) chunk.code = fromBase(chunk.code, line, base.fileName);
}

/**
 * The code with what it imports of the runtime imported from `base`, where it imports that anyway: its file's name then changes with that
 * of `base`, and no browser has an older file of the same name.
 */
function fromBase(code: string, line: RegExp, base: string): string {
  const used = line.exec(code)?.[1]?.replace(/(^|,)/g, `$1${MOVED}`);
  const [already, names] = importOf(base).exec(code) ?? [];
  if (!used || !already) return code;
  const both = names === undefined ? used : `${used},${names}`;
  return code.replace(line, '').replace(already, () => `import{${both}}from"./${nameOf(base)}";`);
}

const nameOf = (file: string): string => file.replace(/^.*\//, '');
const importOf = (file: string): RegExp => new RegExp(`import(?:\\{([^}]*)\\}from)?"\\./${nameOf(file)}";`);
