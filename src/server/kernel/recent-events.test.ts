import { expect, test } from 'vitest';
import { recentEvents } from './recent-events.ts';

const namesAfter = (recent: ReturnType<typeof recentEvents<string>>, id: string) =>
  recent.after(id)?.map(({ event }) => event);

test('what was heard after an event is known as long as that event, or the one after it, is kept', () => {
  const recent = recentEvents<string>(3);
  const start = recent.lastId();
  expect(recent.after(start)).toEqual([]);
  const ids = ['a', 'b', 'c'].map((name) => recent.add(`{"${name}"}`, name));
  expect(namesAfter(recent, start)).toEqual(['a', 'b', 'c']);
  ids.push(recent.add('{"d"}', 'd'));
  expect(recent.after(start)).toBeNull();
  expect(ids.map((id) => namesAfter(recent, id))).toEqual([['b', 'c', 'd'], ['c', 'd'], ['d'], []]);
  expect(recent.lastId()).toBe(ids.at(-1));
});

test('another process knows an event by the same id, but not the start of this one', () => {
  const [here, there] = [recentEvents<string>(), recentEvents<string>()];
  const start = here.lastId();
  expect(there.add('{"a"}', 'a')).toBe(here.add('{"a"}', 'a'));
  there.add('{"b"}', 'b');
  expect(namesAfter(there, here.lastId())).toEqual(['b']);
  expect(there.after(start)).toBeNull();
});

test('after a break nothing before it counts as known', () => {
  const recent = recentEvents<string>();
  const before = recent.add('{"a"}', 'a');
  recent.forget();
  expect(recent.after(before)).toBeNull();
  expect(recent.after(recent.lastId())).toEqual([]);
});
