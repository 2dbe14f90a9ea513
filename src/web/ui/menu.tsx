import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { cn } from './cn.ts';
import { labels } from './labels.ts';
import { itemClass, listClass } from './list-class.ts';

type MenuProps = {
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
  label?: string;
  defaultOpen?: boolean;
};

/** A menu of actions behind its trigger (a button). */
export function DropdownMenu({ trigger, children, align = 'end', label, defaultOpen = false }: MenuProps) {
  const [open, setOpen] = useState(defaultOpen);
  const { layer, leave: remove } = useLayer(open, label ?? labels.menu);
  return (
    <Radix.Root modal={false} open={open && layer !== null} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={layer}>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={12}
          aria-label={label}
          className={cn(listClass, 'min-w-52 p-1.5')}
        >
          {children}
          <OnUnmount run={remove} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * Where an open menu is drawn: a landmark at the page's end, so that everything on the page stays inside one. It is
 * made at each opening, because a dialog hides from screen readers what stood beside it when it opened.
 */
function useLayer(open: boolean, label: string) {
  const [layer, setLayer] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!open) return;
    const section = document.createElement('section');
    section.setAttribute('aria-label', label);
    document.body.append(section);
    setLayer(section);
  }, [open, label]);
  const remove = useCallback(() => {
    layer?.remove();
    setLayer(null);
  }, [layer]);
  return { layer, leave: remove };
}

/** Runs when what it stands in has left the page. */
function OnUnmount({ run }: { run: () => void }) {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => () => latest.current(), []);
  return null;
}

type MenuItemProps = {
  onSelect?: () => void;
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  asChild?: boolean;
  /** On phones only: elsewhere it has a button of its own. */
  phone?: boolean;
  children: ReactNode;
};

export function MenuItem({
  onSelect,
  icon,
  danger = false,
  disabled,
  asChild = false,
  phone = false,
  children,
}: MenuItemProps) {
  const itemClassName = cn(
    itemClass,
    'font-medium [&_svg]:size-4.5 [&_svg]:shrink-0',
    danger ? 'text-bad' : 'text-ink [&_svg]:text-muted',
    phone && 'md:hidden',
  );
  if (asChild)
    return (
      <Radix.Item asChild disabled={disabled} onSelect={onSelect} className={itemClassName}>
        {children}
      </Radix.Item>
    );
  return (
    <Radix.Item disabled={disabled} onSelect={onSelect} className={itemClassName}>
      {icon}
      {children}
    </Radix.Item>
  );
}

export function MenuSeparator({ phone = false }: { phone?: boolean }) {
  return <Radix.Separator className={cn('mx-1.5 my-1.5 h-px bg-line', phone && 'md:hidden')} />;
}

type MenuChoiceProps = {
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string; icon?: ReactNode }[];
};

/** One of a few, inside a menu. */
export function MenuChoice({ value, onChange, options }: MenuChoiceProps) {
  return (
    <Radix.RadioGroup value={value} onValueChange={onChange}>
      {options.map((option) => (
        <Radix.RadioItem
          key={option.value}
          value={option.value}
          className={cn(itemClass, 'font-medium [&_svg]:size-4.5')}
        >
          {option.icon}
          <span className="flex-1">{option.label}</span>
          <Radix.ItemIndicator>
            <Check aria-hidden className="text-primary" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}
