import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';

type TabsProps = {
  value: string;
  onChange: (value: string) => void;
  tabs: readonly { value: string; label: string; icon?: ReactNode; content: ReactNode }[];
  label: string;
  className?: string;
};

export function Tabs({ value, onChange, tabs, label, className }: TabsProps) {
  return (
    <Radix.Root value={value} onValueChange={onChange} className={className}>
      <Radix.List
        aria-label={label}
        className="inline-flex max-w-full gap-1 overflow-x-auto rounded-control bg-sunken p-1"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={cn(
              'inline-flex min-h-9 items-center gap-2 whitespace-nowrap rounded-sm px-4 font-semibold text-muted text-sm hover:text-ink [&_svg]:size-4.5',
              'data-[state=active]:bg-surface data-[state=active]:text-ink data-[state=active]:shadow-e2 max-md:min-h-11',
            )}
          >
            {tab.icon}
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-4 outline-offset-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
