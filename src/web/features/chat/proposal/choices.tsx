import type * as z from 'zod/mini';
import type { draftChoices } from '#contract/assistant.ts';
import { Button } from '#web/ui/button.tsx';

type Choice = z.output<typeof draftChoices>[number];
type ChoicesProps = { choices: readonly Choice[]; disabled?: boolean; onChoose: (choice: Choice) => void };

/** The readings of a message that are offered, a button each. */
export function Choices({ choices, disabled = false, onChoose }: ChoicesProps) {
  return (
    <div className="mt-2 grid justify-items-start gap-2">
      {choices.map((choice) => (
        <Button
          key={choice.label}
          variant="outline"
          aria-disabled={disabled}
          onClick={() => !disabled && onChoose(choice)}
          className="h-auto min-h-11 whitespace-normal py-2 text-left"
        >
          {choice.label}
        </Button>
      ))}
    </div>
  );
}
