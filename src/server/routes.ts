import { api } from '#contract/index.ts';
import { batchHandlers } from '#server/http/batch.ts';
import { type Handlers, type Route, routesOf } from '#server/http/endpoints.ts';
import type { Runner } from '#server/kernel/jobs.ts';
import { manifests, modules } from '#server/modules/all.ts';

type Api = typeof api;
type AllHandlers = { [Group in keyof Api]: Handlers<Api[Group]> };
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type RoutesOf<M> = M extends { routes: infer R } ? R : never;
type Routed = Intersection<RoutesOf<(typeof modules)[keyof typeof modules]>>;

// Two modules may share a group; an endpoint of the contract without a handler does not compile.
const handlers: AllHandlers = {
  ...(Object.values(modules).reduce(
    (merged, module) => merge(merged, 'routes' in module ? module.routes : {}),
    {},
  ) as Routed),
  batch: batchHandlers,
};

function merge(all: Record<string, object>, added: Record<string, object>): Record<string, object> {
  const merged = Object.entries(added).map(([group, some]) => [group, { ...all[group], ...some }]);
  return { ...all, ...Object.fromEntries(merged) };
}

/** Every endpoint with its handler, in the contract's order. */
export const routes: Route[] = Object.keys(api).flatMap((group) =>
  routesOf(group, api[group as keyof Api], handlers[group as keyof Api] as never),
);

/** Every kind of follow-up work with its code. */
export const jobRunners: Runner[] = manifests.flatMap((module) => module.jobs ?? []);
