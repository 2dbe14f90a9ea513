import { cn } from '#web/ui/cn.ts';

type SuggestionChipsProps = {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onPick: (value: string) => void;
};

/** Common answers for the field above. */
export function SuggestionChips({ label, value, options, onPick }: SuggestionChipsProps) {
  return (
    <div role="group" aria-label={label} className="mt-2.5 flex flex-wrap gap-2">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onPick(option.value)}
          className={cn(
            'min-h-9 rounded-full border border-line bg-surface px-3 text-13 hover:border-line-strong max-md:min-h-11',
            option.value === value && 'border-transparent bg-primary-soft font-semibold text-primary',
          )}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
