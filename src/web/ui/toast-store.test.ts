import { beforeEach, expect, test, vi } from 'vitest';
import { closeToast, setToastArea, shownToasts, toast, toastAreas } from './toast-store.ts';

const titles = () => shownToasts().map(({ title }) => title);

beforeEach(() => {
  while (shownToasts().length > 0) closeToast(shownToasts()[0]?.id ?? 0);
});

test('the dashboard shows one, the newest', () => {
  setToastArea(toastAreas.dashboard);
  toast.success('one');
  toast.success('two');
  expect(titles()).toEqual(['two']);
});

test('a success waits behind an error instead of hiding it', () => {
  setToastArea(toastAreas.dashboard);
  const error = toast.error('lost');
  toast.success('saved');
  expect(titles()).toEqual(['lost']);
  closeToast(error);
  expect(titles()).toEqual(['saved']);
});

test('the public pages show at most three', () => {
  setToastArea(toastAreas.public);
  for (const title of ['a', 'b', 'c', 'd']) toast.success(title);
  expect(titles()).toEqual(['b', 'c', 'd']);
});

test('coming to the dashboard leaves only the newest', () => {
  setToastArea(toastAreas.public);
  for (const title of ['a', 'b', 'c']) toast.success(title);
  setToastArea(toastAreas.dashboard);
  expect(titles()).toEqual(['c']);
});

test('the same words are not stacked', () => {
  setToastArea(toastAreas.public);
  toast.error('Invalid email or password');
  toast.error('Invalid email or password');
  expect(titles()).toEqual(['Invalid email or password']);
});

test('a toast pushed out or left makes its deletion final, an acted one does not', () => {
  setToastArea(toastAreas.dashboard);
  const final = vi.fn();
  toast.success('gone', { onLeave: final });
  toast.success('next');
  expect(final).toHaveBeenCalledTimes(1);
  const id = toast.success('again', { onLeave: final });
  closeToast(id, 'acted');
  expect(final).toHaveBeenCalledTimes(1);
});

test('news waits behind an Undo; an error or a newer Undo goes before it, and it comes back after', () => {
  setToastArea(toastAreas.dashboard);
  const final = vi.fn();
  const undo = { label: 'Undo', run: () => {} };
  const first = toast.success('first deleted', { action: undo, onLeave: final });
  toast.success('saved');
  expect(titles()).toEqual(['first deleted']);
  const second = toast.success('second deleted', { action: undo });
  expect(titles()).toEqual(['second deleted']);
  const error = toast.error('lost');
  expect(titles()).toEqual(['lost']);
  expect(final).not.toHaveBeenCalled();
  for (const [id, next] of [
    [error, 'second deleted'],
    [second, 'first deleted'],
    [first, 'saved'],
  ] as const) {
    closeToast(id);
    expect(titles()).toEqual([next]);
  }
  expect(final).toHaveBeenCalledTimes(1);
});
