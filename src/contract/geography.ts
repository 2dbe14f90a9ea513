import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const place = z.object({ id: z.number(), name: z.string(), iso2: z.string() });

/** These three return bare lists, in the shapes of the external service they stand in for. */
export const geography = {
  countries: endpoint({
    method: 'GET',
    path: '/v1/countries',
    summary: 'Countries',
    auth: 'none',
    owner: 'public',
    response: z.array(place),
  }),
  states: endpoint({
    method: 'GET',
    path: '/v1/countries/:country/states',
    summary: 'States of a country',
    auth: 'none',
    owner: 'public',
    params: z.object({ country: z.string() }),
    response: z.array(place),
  }),
  cities: endpoint({
    method: 'GET',
    path: '/v1/countries/:country/states/:state/cities',
    summary: 'Cities of a state',
    auth: 'none',
    owner: 'public',
    params: z.object({ country: z.string(), state: z.string() }),
    response: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
};
