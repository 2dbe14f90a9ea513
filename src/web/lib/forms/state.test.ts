import { expect, test } from 'vitest';
import { changesOf } from './changes.ts';
import { begin, checked, edited, type State } from './state.ts';

type Values = { email: string; from: number; to: number };

const rules = ({ email, from, to }: Values) => ({
  ...(email.includes('@') ? {} : { email: 'Invalid Email' }),
  ...(from > to ? { to: 'Ends before it begins' } : {}),
});
const fresh: State<Values> = begin({ email: '', from: 5, to: 1 });
const bothWrong = { ...fresh, wrong: rules(fresh.values) };

test('a field that was left shows its message, and no other does', () => {
  expect(checked(fresh, rules, 'email').wrong).toEqual({ email: 'Invalid Email' });
  const mended = { ...checked(fresh, rules, 'email'), values: { ...fresh.values, email: 'a@b.ng' } };
  expect(checked(mended, rules, 'email').wrong).toEqual({});
});

test('a message stays while its field is wrong, and goes when another field makes it untrue', () => {
  const typing = edited(bothWrong, rules, 'filled', { email: 'ada' });
  expect(typing.wrong).toEqual({ email: 'Invalid Email', to: 'Ends before it begins' });
  expect(edited(typing, rules, 'filled', { from: 1 }).wrong).toEqual({ email: 'Invalid Email' });
});

test('no message comes while somebody types', () => {
  expect(edited(fresh, rules, 'blur', { email: 'a' }).wrong).toEqual({});
});

test('a form that is checked when it is submitted drops the messages of edited fields, right or wrong', () => {
  expect(edited(bothWrong, rules, 'submit', { email: 'ada' }).wrong).toEqual({ to: 'Ends before it begins' });
});

test('a refusal of the server stays until its field or a part of it changes', () => {
  const refused = { ...fresh, refused: { email: 'Taken', to: 'No' } };
  expect(edited(refused, rules, 'filled', { email: 'x' }).refused).toEqual({ to: 'No' });
  expect(edited(refused, rules, 'filled', { email: 'x' }, []).refused).toEqual({ email: 'Taken', to: 'No' });
});

test('what changed is told, and the rest is not sent back', () => {
  const start = { email: 'a@b.ng', from: 1, steps: [1, 2] };
  expect(changesOf(start, { ...start, from: 2, steps: [1, 2] })).toEqual({ from: 2 });
  expect(changesOf(start, { ...start, email: '', steps: [2] })).toEqual({ email: '', steps: [2] });
});
