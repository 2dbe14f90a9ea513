import type { geography } from '#contract/geography.ts';
import type { Handlers } from '#server/http/endpoints.ts';

export const routes: Handlers<typeof geography> = {
  countries: (scope) => scope.ports.geography.countries(),
  states: (scope, { params }) => scope.ports.geography.states(params.country),
  cities: (scope, { params }) => scope.ports.geography.cities(params.country, params.state),
};
