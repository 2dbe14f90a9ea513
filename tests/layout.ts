type Node = { path: string; imports: readonly { target: string; ours: boolean }[] };

/** Groups of files that import each other in a circle, types counted: strongly connected components of two or more. */
export function circlesIn(sources: readonly Node[]): string[][] {
  const next = new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.filter(({ ours }) => ours).map(({ target }) => target),
    ]),
  );
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const connect = (path: string): void => {
    const at = index.size;
    index.set(path, at);
    low.set(path, at);
    stack.push(path);
    for (const target of next.get(path) ?? []) {
      if (!next.has(target)) continue;
      if (!index.has(target)) {
        connect(target);
        low.set(path, Math.min(low.get(path) ?? at, low.get(target) ?? at));
      } else if (stack.includes(target))
        low.set(path, Math.min(low.get(path) ?? at, index.get(target) ?? at));
    }
    if (low.get(path) !== at) return;
    const circle = stack.splice(stack.indexOf(path));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const { path } of sources) if (!index.has(path)) connect(path);
  return circles;
}

/** Files `x.ts` that stand beside a folder `x/`. */
export function twinsIn(paths: readonly string[]): string[] {
  const folders = new Set(
    paths.flatMap((path) => path.split('/').map((_, i, parts) => parts.slice(0, i).join('/'))),
  );
  return paths.filter((path) => folders.has(path.replace(/\.tsx?$/, '')));
}
