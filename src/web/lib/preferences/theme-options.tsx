import { Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { DropdownMenu, MenuChoice } from '#web/ui/menu.tsx';
import { texts } from '../texts.ts';
import { setTheme, themes, useTheme } from './theme.ts';

const options = [
  { value: 'light', label: texts.theme.light, icon: <Sun aria-hidden /> },
  { value: 'dark', label: texts.theme.dark, icon: <Moon aria-hidden /> },
  { value: 'system', label: texts.theme.system, icon: <Monitor aria-hidden /> },
];

/** The open theme menu. */
export function ThemeChoices({ trigger }: { trigger: ReactNode }) {
  const theme = useTheme();
  const choose = (value: string) => {
    const chosen = themes.find((name) => name === value);
    if (chosen) setTheme(chosen);
  };
  return (
    <DropdownMenu label={texts.theme.label} trigger={trigger} defaultOpen>
      <MenuChoice value={theme} onChange={choose} options={options} />
    </DropdownMenu>
  );
}
