import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { OptionList } from './option-list.tsx';
import { beginning, nextActive, type Option } from './options.ts';
import { Picker, type PickerList, type PickerProps } from './picker.tsx';

export type { Option } from './options.ts';

const TYPING_MS = 700;

/** One of a short list. Long lists want `Combobox`. */
export function Select(props: PickerProps) {
  return (
    <Picker {...props}>
      {(list) => <SelectList {...list} value={props.value} options={props.options} />}
    </Picker>
  );
}

type SelectListProps = PickerList & { value: string; options: readonly Option[] };

function SelectList({ value, options, listId, label, labelId, pick }: SelectListProps) {
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => option.value === value),
    ),
  );
  const list = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  useEffect(() => list.current?.focus({ preventScroll: true }), []);
  const press = (event: KeyboardEvent) => {
    const next = nextActive(event.key, active, options.length);
    if (event.key === 'Enter' || (event.key === ' ' && typed.current.text === '')) {
      event.preventDefault();
      pick(options[active]);
    } else if (next !== null) {
      event.preventDefault();
      setActive(next);
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      jump(event.key, event.timeStamp);
    }
  };
  const jump = (character: string, at: number) => {
    const text = at - typed.current.at < TYPING_MS ? typed.current.text + character : character;
    typed.current = { text, at };
    const found = beginning(text, options, active);
    if (found >= 0) setActive(found);
  };
  return (
    <OptionList
      id={listId}
      label={label}
      labelId={labelId}
      options={options}
      value={value}
      active={active}
      onActive={setActive}
      onPick={pick}
      onKeyDown={press}
      focusRef={list}
    />
  );
}
