import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { geography } from '#contract/geography.ts';
import { DAY_MS } from '#core/durations.ts';
import { Combobox } from '#web/ui/combobox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import type { Option } from '#web/ui/select.tsx';
import { call } from '../api.ts';
import { useNear } from '../lazy.tsx';
import { texts } from './texts.ts';

type LocationNames = { country: string; state: string; city: string };

type LocationFieldsProps = {
  /** Country and state by their codes where the lists know them, the city by its name. */
  place: LocationNames;
  change: (change: Partial<LocationNames>) => void;
  required?: boolean;
};

/** Country, then its states, then their cities; where a list is missing, the field is typed instead. */
export function LocationFields({ place, change, required = true }: LocationFieldsProps) {
  const [announcement, setAnnouncement] = useState('');
  const fields = useRef<HTMLDivElement>(null);
  const isNear = useNear(fields);
  const { countries, states, cities } = useLocations(place.country, place.state, isNear);
  const pickCountry = (country: string) => {
    change({ country, state: '', city: '' });
    setAnnouncement(texts.place.emptied(labelOf(countries.options, country)));
  };
  const pickState = (state: string) => {
    change({ state, city: '' });
    setAnnouncement(texts.place.cityEmptied(labelOf(states.options, state)));
  };
  return (
    <div ref={fields} className="grid gap-5 sm:grid-cols-2">
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <LocationField
        label={texts.place.country}
        value={place.country}
        onChange={pickCountry}
        list={countries}
        required={required}
        className="sm:col-span-2"
      />
      <LocationField
        label={texts.place.state}
        value={place.state}
        onChange={pickState}
        list={states}
        disabled={place.country === ''}
      />
      <LocationField
        label={texts.place.city}
        value={place.city}
        onChange={(city) => change({ city })}
        list={cities}
        required={required}
      />
    </div>
  );
}

type LocationList = { options: Option[]; loading: boolean; typed: boolean };
type LocationFieldProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  list: LocationList;
  required?: boolean;
  disabled?: boolean;
  className?: string;
};

const labelOf = (options: readonly { value: string; label: string }[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? value;

function LocationField({ label, value, onChange, list, required, disabled, className }: LocationFieldProps) {
  return (
    <Field label={label} required={required} className={className}>
      {list.typed ? (
        <Input
          maxLength={60}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          disabled={disabled}
        />
      ) : (
        <Combobox
          value={value}
          onChange={onChange}
          options={list.options}
          loading={list.loading}
          disabled={disabled || list.loading}
          placeholder={list.loading ? texts.place.loading : texts.place.choose(label)}
          searchPlaceholder={texts.place.find(label)}
        />
      )}
    </Field>
  );
}

/** The three lists; asked for only once somebody is about to see them. */
function useLocations(country: string, state: string, isNear: boolean) {
  const all = { staleTime: DAY_MS, retry: 1 };
  const countries = useQuery({
    ...all,
    queryKey: ['geography.countries'],
    enabled: isNear,
    queryFn: () => call(geography.countries, {}),
  });
  const states = useQuery({
    ...all,
    queryKey: ['geography.states', country],
    enabled: isNear && country !== '',
    queryFn: () => call(geography.states, { params: { country } }),
  });
  const cities = useQuery({
    ...all,
    queryKey: ['geography.cities', country, state],
    enabled: isNear && state !== '',
    queryFn: () => call(geography.cities, { params: { country, state } }),
  });
  const byCode = (places: readonly { iso2: string; name: string }[] = []) =>
    places.map(({ iso2, name }) => ({ value: iso2, label: name }));
  const byName = (places: readonly { name: string }[] = []) =>
    places.map(({ name }) => ({ value: name, label: name }));
  const noStates = states.isError || states.data?.length === 0;
  return {
    countries: {
      options: byCode(countries.data),
      loading: !isNear || countries.isLoading,
      typed: countries.isError || countries.data?.length === 0,
    },
    states: { options: byCode(states.data), loading: !isNear || states.isLoading, typed: noStates },
    cities: {
      options: byName(cities.data),
      loading: !isNear || cities.isLoading,
      typed: noStates || cities.isError || cities.data?.length === 0 || state === '',
    },
  };
}
