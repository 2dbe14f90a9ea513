import { type ReactNode, useId } from 'react';
import { Switch } from '#web/ui/switch.tsx';

type SwitchRowProps = {
  label: string;
  text?: string;
  checked: boolean;
  onChange: (on: boolean) => void;
  children?: ReactNode;
};

/** A switch with its words. */
export function SwitchRow({ label, text, checked, onChange, children }: SwitchRowProps) {
  const id = useId();
  return (
    <div className="flex min-h-11 items-center gap-4">
      <div className="min-w-0 flex-1">
        <p id={id} className="font-semibold text-15">
          {label}
        </p>
        {text && (
          <p id={`${id}-text`} className="text-13 text-muted">
            {text}
          </p>
        )}
        {children}
      </div>
      <Switch
        labelledBy={id}
        describedBy={text ? `${id}-text` : undefined}
        checked={checked}
        onChange={onChange}
      />
    </div>
  );
}
