import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { City, Country, State } from '#server/kernel/ports/index.ts';

const FOLDER = join(import.meta.dirname, '../../../../assets/geography');
const STATES_PER_COUNTRY = 1_000;
const CITIES_PER_STATE = 1_000;
const FIRST_PLACE_ID = 500;

const shapes = {
  countries: z.record(z.string(), z.number()),
  states: z.record(z.string(), z.array(z.tuple([z.string(), z.string()]))),
  nigeria: z.record(z.string(), z.object({ governments: z.array(z.string()), places: z.array(z.string()) })),
};

/** The lists the product carries with it, read from disk once. Ids hold for ever: they follow from positions in the files. */
type Embedded = {
  countries(): Country[];
  states(country: string): State[];
  cities(country: string, state: string): City[];
};

export function createEmbedded(): Embedded {
  const codes = once(() => read('countries.json', shapes.countries));
  const regions = once(() => read('states.json', shapes.states));
  const nigeria = once(() => read('nigeria-cities.json', shapes.nigeria));
  const states = (country: string) =>
    (regions()[country] ?? []).map(([iso2, name], at) => ({
      id: (codes()[country] ?? 0) * STATES_PER_COUNTRY + at + 1,
      iso2,
      name,
    }));
  return {
    countries: once(() => byName(countriesOf(codes()))),
    states: (country) => byName(states(country)),
    cities: (country, state) => {
      const found = states(country).find(({ iso2 }) => iso2 === state);
      const known = country === 'NG' ? nigeria()[state] : undefined;
      return found && known ? byName(citiesOf(found.id * CITIES_PER_STATE, known)) : [];
    },
  };
}

function countriesOf(codes: Record<string, number>): Country[] {
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  return Object.entries(codes).map(([iso2, id]) => ({ id, iso2, name: names.of(iso2) ?? iso2 }));
}

function citiesOf(base: number, known: { governments: string[]; places: string[] }): City[] {
  return [
    ...known.governments.map((name, at) => ({ id: base + at + 1, name })),
    ...known.places.map((name, at) => ({ id: base + FIRST_PLACE_ID + at + 1, name })),
  ];
}

function byName<T extends { name: string }>(list: T[]): T[] {
  const order = new Intl.Collator('en', { numeric: true });
  return list.toSorted((a, b) => order.compare(a.name, b.name));
}

function read<T>(file: string, shape: z.ZodType<T>): T {
  return shape.parse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));
}

function once<T>(make: () => T): () => T {
  let memo: { value: T } | null = null;
  return () => {
    memo ??= { value: make() };
    return memo.value;
  };
}
