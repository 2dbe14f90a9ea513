import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { labels } from './labels.ts';
import { OptionList } from './option-list.tsx';
import { containing, nextActive, type Option } from './options.ts';
import { Picker, type PickerList, type PickerProps } from './picker.tsx';

type ComboboxProps = PickerProps & {
  searchPlaceholder?: string;
  /** Picks options for typed letters; by default those whose label or hint contains them. */
  find?: (text: string, options: readonly Option[]) => readonly Option[];
  /** Told what is typed where the options are looked up elsewhere; they are then shown as they come. */
  onType?: (text: string) => void;
  loadingText?: string;
  emptyText?: string;
  /** Shown under the list, such as "Add customer"; receives the typed text. */
  renderFooter?: (list: { text: string; close: () => void }) => ReactNode;
};

/** One of a long list, found by typing. */
export function Combobox(props: ComboboxProps) {
  return <Picker {...props}>{(list) => <Finder {...props} {...list} />}</Picker>;
}

type FinderProps = ComboboxProps & PickerList;

function Finder({
  value,
  options,
  find = containing,
  onType,
  searchPlaceholder = labels.typeToSearch,
  loading,
  loadingText = labels.loadingList,
  emptyText = labels.nothingFound,
  renderFooter,
  listId,
  label,
  labelId,
  pick,
  close,
}: FinderProps) {
  const [text, setText] = useState('');
  const chosenAt = options.findIndex((option) => option.value === value);
  const [active, setActive] = useState(Math.max(0, chosenAt));
  const shown = text.trim() === '' || onType ? options : find(text.trim(), options);
  const tell = useRef(onType);
  tell.current = onType;
  // It may be told only later that options are looked up elsewhere.
  const isTold = onType !== undefined;
  useEffect(() => {
    if (isTold) tell.current?.(text.trim());
  }, [text, isTold]);
  const press = (event: KeyboardEvent) => {
    const next = nextActive(event.key, active, shown.length);
    if (event.key !== 'Enter' && next === null) return;
    event.preventDefault();
    if (next === null) pick(shown[active]);
    else setActive(next);
  };
  return (
    <>
      <div className="border-line border-b p-1.5">
        <input
          role="combobox"
          aria-label={searchPlaceholder}
          aria-controls={listId}
          aria-expanded
          aria-autocomplete="list"
          aria-activedescendant={shown[active] ? `${listId}-${active}` : undefined}
          autoComplete="off"
          placeholder={searchPlaceholder}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={press}
          className="min-h-10 w-full rounded-md bg-transparent px-3 outline-none"
        />
      </div>
      {shown.length > 0 ? (
        <OptionList
          id={listId}
          label={label}
          labelId={labelId}
          options={shown}
          value={value}
          active={active}
          onActive={setActive}
          onPick={pick}
        />
      ) : (
        <p role="status" className="px-4.5 py-4 text-15 text-muted">
          {loading ? loadingText : emptyText}
        </p>
      )}
      {renderFooter && (
        <div className="border-line border-t p-1.5">{renderFooter({ text: text.trim(), close })}</div>
      )}
    </>
  );
}
